#include "core/io/gltf/carried/carried_inherited.h"

#include "core/io/text.h"

#include <array>
#include <map>
#include <string>

namespace posewright::io::gltf {

namespace {

/// An extension of nodes that says no for all below.
struct Inherited {
    const char* extension;
    const char* member;
};
constexpr std::array<Inherited, 3> kInherited{{{"KHR_node_visibility", "visible"},
                                               {"KHR_node_selectability", "selectable"},
                                               {"KHR_node_hoverability", "hoverable"}}};

class Inheriting {
public:
    Inheriting(CarriedForm& form, const Scene& scene, Diagnostics& told) :
        form_(form), scene_(scene), told_(told), row_(scene.size(), -1)
    {
        for (std::size_t row = 0; row < form.own["nodes"].size(); ++row)
            if (const NodeIndex node = scene.find(form.nodeOf(row)); node != kNoNode)
                row_[node] = static_cast<int>(row);
        for (std::size_t i = 0; i < form.rows("animations"); ++i) takeKeys(i);
    }

    void keep(NodeIndex mesh)
    {
        if (row_[mesh] < 0) return;
        for (const Inherited& kind : kInherited)
            for (NodeIndex up = scene_[mesh].parent; up != kNoNode; up = scene_[up].parent) {
                if (row_[up] < 0) continue;
                if (saysNo(row_[up], kind))
                    json(row_[mesh])["extensions"][kind.extension] = {{kind.member, false}};
                tellOfKeys(mesh, up, kind);
            }
    }

private:
    Json& json(int row) { return form_.gltf["nodes"][static_cast<std::size_t>(row)]; }

    static std::string pointerTo(int row, const Inherited& kind)
    {
        return "/nodes/" + std::to_string(row) + "/extensions/" + kind.extension + '/' +
               kind.member;
    }

    bool saysNo(int row, const Inherited& kind)
    {
        const Json* extension = extensionOf(json(row), kind.extension);
        return extension && extension->is_object() && extension->contains(kind.member) &&
               (*extension)[kind.member] == false;
    }

    void takeKeys(std::size_t animation)
    {
        const Json& channels = form_.gltf["animations"][animation]["channels"];
        for (std::size_t i = 0; i < channels.size(); ++i)
            if (const std::string* pointer = pointerIn(channels[i]["target"]))
                keyed_.emplace(*pointer, "#/animations/" + std::to_string(animation) +
                                             "/channels/" + std::to_string(i));
    }

    void tellOfKeys(NodeIndex mesh, NodeIndex above, const Inherited& kind)
    {
        const auto at = keyed_.find(pointerTo(row_[above], kind));
        if (at == keyed_.end()) return;
        told_.push_back({Diagnostic::Severity::Warning,
                         "keys of " + inQuotes(kind.extension) + " on " +
                             inQuotes(scene_[above].name) + " do not reach " +
                             inQuotes(scene_[mesh].name) +
                             ", which has a skin and stands at the root of what is saved",
                         at->second});
    }

    CarriedForm& form_;
    const Scene& scene_;
    Diagnostics& told_;
    std::vector<int> row_;                      ///< by node; -1: it is no row of the form
    std::map<std::string, std::string> keyed_;  ///< places of keys, by what they point at
};

}  // namespace

void keepInherited(CarriedForm& form, const Scene& scene, const std::vector<bool>& atRoot,
                   Diagnostics& told)
{
    const auto used = form.gltf.find("extensionsUsed");
    if (used == form.gltf.end()) return;
    bool any = false;
    for (const Json& name : *used)
        for (const Inherited& kind : kInherited) any = any || name == kind.extension;
    if (!any) return;
    Inheriting inheriting(form, scene, told);
    for (NodeIndex node = 0; node < scene.size(); ++node)
        if (atRoot[node]) inheriting.keep(node);
}

}  // namespace posewright::io::gltf
