#include "ui/files/export_names.h"

#include "core/export/safe_names.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace posewright::ui {

namespace {

using RenamedPairs = std::vector<std::pair<std::string, std::string>>;

/// Is it a target or a pole, which a file for other programs does not hold?
bool leads(const Rig& rig, NodeId node)
{
    return std::ranges::any_of(rig.constraints, [&](const Constraint& constraint) {
        return constraint.target == node || constraint.pole == node;
    });
}

}  // namespace

RenamedPairs namesThatChange(const Document& doc, const exports::Options& options,
                             const io::Format& format)
{
    const io::Abilities& can = format.abilities;
    if (!options.safeNames.value_or(false) && !(can.portable && options.portable)) return {};
    const bool bonesOnly = can.motion == io::Motion::Frames;
    const bool project = exports::isProject(options, format);
    std::vector<std::string> nodes, clips;
    for (const Node& node : doc.scene->nodes()) {
        if (bonesOnly && !node.bone()) continue;
        if (!options.meshes && std::holds_alternative<MeshPart>(node.part)) continue;
        if (!project && leads(*doc.rig, node.id)) continue;
        nodes.push_back(node.name);
    }
    for (int row = 0; row < std::ssize(doc.clips); ++row)
        if (options.allClips || row == doc.playback.clip) clips.push_back(doc.clips[row]->name);
    // Names of one list are told apart from each other only.
    RenamedPairs changes = exports::safeNameChanges(nodes);
    // A format with a file for each clip has their names in those of the files.
    if (!bonesOnly && can.motion != io::Motion::None)
        for (auto& change : exports::safeNameChanges(clips)) changes.push_back(std::move(change));
    return changes;
}

QString safeNameWords(const Document& doc, const exports::Options& options,
                      const io::Format& format)
{
    constexpr int kMostNamed = 3;
    const RenamedPairs changes = namesThatChange(doc, options, format);
    if (changes.empty()) return {};
    const auto count = static_cast<int>(changes.size());
    QStringList named;
    for (int i = 0; i < std::min(count, kMostNamed); ++i)
        named << QCoreApplication::translate("ExportWords", "\u201c%1\u201d becomes %2")
                     .arg(toQt(changes[i].first), toQt(changes[i].second));
    if (count > kMostNamed)
        named << QCoreApplication::translate("ExportWords", "and %n more", nullptr,
                                             count - kMostNamed);
    return QCoreApplication::translate("ExportWords", " Safe names change %n name(s): %1.", nullptr,
                                       count)
        .arg(named.join(QStringLiteral(", ")));
}

}  // namespace posewright::ui
