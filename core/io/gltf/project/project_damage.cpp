#include "core/io/gltf/project/project.h"
#include "core/io/gltf/project/project_extension.h"
#include "core/io/text.h"

#include <algorithm>

namespace posewright::io::gltf {

bool isProject(const GltfFile& file)
{
    return extensionOf(file.json()) != nullptr;
}

Damage projectDamage(const GltfFile& file)
{
    const Json& json = *extensionOf(file.json());
    // Newer versions may compute checksums differently.
    if (count(member(json, "version")) > kSchema) return {};
    return findDamage(json, keyData(file, json));
}

void tellDamage(GltfFile& file, const Document& doc, const Damage& damage)
{
    constexpr std::size_t kMost = 5;
    const auto id = [](const Json* row, const char* name) -> std::uint64_t {
        const Json* value = row && row->is_object() ? find(*row, name) : nullptr;
        return value && value->is_number_unsigned() ? value->get<std::uint64_t>() : 0;
    };
    const auto named = [&](NodeId node) {
        const NodeIndex at = doc.scene->find(node);
        return at == kNoNode ? std::string("a node") : inQuotes((*doc.scene)[at].name);
    };
    const auto whatIsIn = [&](const Damage::Place& place) -> std::string {
        if (place.at->contains("at") && id(place.row, "node") != 0)
            return "the keys of " + named(NodeId(id(place.row, "node"))) + " are";
        std::uint64_t constraint = id(place.row, "constraint");
        if (id(place.row, "effector") != 0) constraint = id(place.row, "id");
        for (const Constraint& c : doc.rig->constraints)
            if (constraint != 0 && c.id == ConstraintId(constraint))
                return "the target " + named(c.target) + " is";
        if (place.at->contains("joints") && place.at->contains("checksum"))
            return "the text of the capture, which is left out now, is";
        if (place.at->contains("cells")) return "the table of captured numbers is";
        const bool isNode = !place.row && place.at->is_object();
        if (const Json* name = isNode ? find(*place.at, "name") : nullptr;
            name && name->is_string())
            return inQuotes(name->get<std::string>()) + " is";
        return "a part of the project is";
    };
    for (std::size_t i = 0; i < std::min(kMost, damage.places.size()); ++i) {
        std::string message = whatIsIn(damage.places[i]) +
                              " not as it was saved: the file is damaged, or another program "
                              "changed it";
        if (i + 1 == kMost && damage.places.size() > kMost)
            message += " (and " + std::to_string(damage.places.size() - kMost) + " more places)";
        file.diagnostics().push_back({Diagnostic::Severity::Warning, std::move(message),
                                      pointerTo(file.json(), *damage.places[i].at)});
    }
}

}  // namespace posewright::io::gltf
