#include "core/io/bvh/bvh_bones.h"
#include "core/io/placing.h"
#include "core/io/renamed.h"
#include "core/io/text.h"

#include <algorithm>

namespace posewright::io::bvh {

namespace {

using Severity = Diagnostic::Severity;

void warn(Diagnostics& out, std::string message, std::string option = {}, std::string effect = {})
{
    out.push_back(
        {Severity::Warning, std::move(message), {}, std::move(option), std::move(effect)});
}
void note(Diagnostics& out, std::string message)
{
    out.push_back({Severity::Note, std::move(message), {}});
}

/// What other programs misread, according to their sources.
struct Traits {
    int spaced = 0;   ///< names with spaces
    int colons = 0;   ///< names with one of : [ ] /
    int doubled = 0;  ///< joints whose name is not unique
    int added = 0;    ///< joints with both an OFFSET and position channels
    int fewer = 0;    ///< joints with position channels, but not six channels
    int roots = 0;
};

struct Reading {
    int Traits::*count;
    int from;  ///< smallest number worth mentioning
    const char* before;
    const char* one;
    const char* many;
    const char* after;
    const char* option;
    const char* effect;
};
constexpr Reading kReadings[] = {
    {&Traits::spaced, 1, "", " name has", " names have",
     " blanks: assimp refuses the file, three.js cuts the names", "safeNames", "replaces them"},
    {&Traits::colons, 1, "", " name has", " names have",
     " one of : [ ] /, and three.js does not move such joints", "safeNames", "replaces them"},
    {&Traits::doubled, 1, "", " joint has", " joints have",
     " the name of another one: Blender and three.js mix them up", "safeNames", "tells them apart"},
    {&Traits::added, 1, "", " joint has", " joints have",
     " both an OFFSET and position channels: three.js adds the two, other programs do "
     "not",
     "portable", "writes OFFSET 0 0 0"},
    {&Traits::fewer, 1, "", " joint has", " joints have",
     " position channels, but not six channels: assimp leaves their positions out", "portable",
     "writes six"},
    {&Traits::roots, 2, "there are ", "", " ROOTs",
     ": three.js, Babylon and assimp read the first one", "portable", "puts them below one root"},
};

void tellOf(Diagnostics& out, const Traits& traits)
{
    for (const Reading& reading : kReadings)
        if (const int count = traits.*reading.count; count >= reading.from)
            warn(out,
                 reading.before + std::to_string(count) +
                     (count == 1 ? reading.one : reading.many) + reading.after,
                 reading.option, reading.effect);
}

void look(Traits& traits, std::string_view name, bool root, const Vec3& offset,
          const std::vector<Channel>& channels)
{
    traits.spaced += name.find_first_of(" \t") != std::string_view::npos ? 1 : 0;
    traits.colons += name.find_first_of(":[]/") != std::string_view::npos ? 1 : 0;
    const auto positions =
        std::count_if(channels.begin(), channels.end(), [](Channel c) { return c < 3; });
    if (positions > 0 && !offset.isZero(0)) ++traits.added;
    if (positions > 0 && channels.size() != 6) ++traits.fewer;
    if (root) ++traits.roots;
}

int doubledIn(std::vector<std::string_view> names)
{
    std::sort(names.begin(), names.end());
    int doubled = 0;
    for (std::size_t i = 1; i < names.size(); ++i) doubled += names[i] == names[i - 1] ? 1 : 0;
    return doubled;
}

/// Nodes that are no bones; what turns the file upright moves its bones and is no loss.
std::vector<std::string> otherNodes(const Scene& scene)
{
    std::vector<std::string> names;
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (!scene[row].bone() && !isUpAxis(scene, row)) names.push_back(scene[row].name);
    return names;
}

/// Names of joints whose channels are not those of the source.
std::vector<std::string> otherChannels(const Origin& origin, const Skeleton& skeleton)
{
    std::vector<std::string> names;
    for (const Bone& bone : skeleton.bones)
        if (bone.joint >= 0 && bone.channels != origin.header.joints[bone.joint].channels)
            names.push_back(bone.name);
    return names;
}

void tellOfChannels(Diagnostics& out, const std::vector<std::string>& names)
{
    if (!names.empty())
        note(out, std::to_string(names.size()) +
                      (names.size() == 1 ? " joint has" : " joints have") +
                      " other channels than in the file that was read" + listedNames(names));
}

void tellOfClips(Diagnostics& out, const Document& doc)
{
    const std::size_t others = doc.clips.size() - 1;
    if (others > 0)
        warn(out, "BVH holds one clip: " + inQuotes(doc.clip().name) + " was written, " +
                      (others == 1 ? "1 other was" : std::to_string(others) + " others were") +
                      " not");
}

}  // namespace

Diagnostics noteLosses(const Document& doc, const Origin* origin, const Skeleton& skeleton)
{
    Diagnostics out;
    const std::vector<std::string> others = otherNodes(*doc.scene);
    if (others.size() == 1)
        note(out, "1 object that is no bone was left out" + listedNames(others));
    else if (!others.empty())
        note(out, std::to_string(others.size()) + " objects that are no bones were left out" +
                      listedNames(others));
    if (!skeleton.renamed.empty()) out.push_back(toldOfRenamed(skeleton.renamed));
    if (skeleton.anyScale)
        warn(out, "BVH has no scale: joints are where they were, but nothing else is scaled");
    if (!skeleton.holder.empty())
        note(out, std::to_string(skeleton.roots.size()) + " root bones were put below a new root " +
                      inQuotes(skeleton.holder));
    Traits traits;
    std::vector<std::string_view> names;
    for (const Bone& bone : skeleton.bones) {
        names.push_back(bone.name);
        look(traits, bone.name, bone.parent < 0 && skeleton.holder.empty(), bone.written,
             bone.channels);
    }
    traits.doubled = doubledIn(std::move(names));
    tellOf(out, traits);
    if (origin) tellOfChannels(out, otherChannels(*origin, skeleton));
    if (origin && origin->header.joints.size() > skeleton.bones.size()) {
        const std::size_t fewer = origin->header.joints.size() - skeleton.bones.size();
        note(out, std::to_string(fewer) + (fewer == 1 ? " joint" : " joints") +
                      " fewer than the file that was read");
    }
    tellOfClips(out, doc);
    return out;
}

Diagnostics noteEnds(const Origin& origin)
{
    std::vector<std::string> names;
    for (const Joint& joint : origin.header.joints) {
        const bool several = joint.ends.size() > (joint.children > 0 ? 0U : 1U);
        const bool named =
            std::ranges::any_of(joint.ends, [](const EndSite& end) { return !end.name.empty(); });
        if (several || named) names.push_back(joint.name);
    }
    Diagnostics out;
    if (!names.empty())
        note(out, "End Sites beside other joints, further ones and their names were left out at " +
                      std::to_string(names.size()) + (names.size() == 1 ? " joint" : " joints") +
                      listedNames(names));
    return out;
}

Diagnostics noteReaders(const Document& doc, const Origin& origin)
{
    Diagnostics out;
    Traits traits;
    std::vector<std::string_view> names;
    for (const Joint& joint : origin.header.joints) {
        names.push_back(joint.spelled);
        look(traits, joint.spelled, joint.parent < 0, joint.offset, joint.channels);
    }
    traits.doubled = doubledIn(std::move(names));
    tellOf(out, traits);
    const Source& source = *doc.source;
    if (source.head.find('\r') != std::string::npos ||
        source.rows->before.find('\r') != std::string::npos)
        warn(out, "lines end with CR LF, as in the file that was read: Babylon refuses that",
             "portable", "writes LF");
    if (source.rows->rows() != origin.header.frames)
        warn(out, "Frames: says " + std::to_string(origin.header.frames) + " and there are " +
                      std::to_string(source.rows->rows()) +
                      " rows, as in the file that was read: three.js, Babylon and assimp read as "
                      "many as it says");
    tellOfClips(out, doc);
    return out;
}

}  // namespace posewright::io::bvh
