#include "core/io/gltf/import/pointed_channels.h"

#include "core/io/gltf/carried_form.h"
#include "core/io/gltf/import/morph_import.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace posewright::io::gltf {

namespace {

constexpr const char* kPointing = "KHR_animation_pointer";

/// A property of a node.
using NodeProperty = std::pair<std::size_t, std::string>;

/// The property at which a pointer points; nullopt: something else.
std::optional<NodeProperty> propertyAt(std::string_view pointer)
{
    constexpr std::string_view kNodes = "/nodes/";
    if (!pointer.starts_with(kNodes)) return std::nullopt;
    pointer.remove_prefix(kNodes.size());
    std::size_t row = 0;
    const char* const end = pointer.data() + pointer.size();
    const auto [after, error] = std::from_chars(pointer.data(), end, row);
    if (error != std::errc() || after == end || *after != '/') return std::nullopt;
    const std::string_view path(after + 1, end);
    static constexpr std::array<std::string_view, 4> kPaths{"translation", "rotation", "scale",
                                                            "weights"};
    if (std::ranges::find(kPaths, path) == kPaths.end()) return std::nullopt;
    return NodeProperty{row, std::string(path)};
}

/// Does it point at a part of what moves a node, such as one morph weight, or at a mesh's weights?
bool isPartOfMotion(std::string_view pointer)
{
    if (pointer.starts_with("/meshes/")) return pointer.find("/weights") != std::string_view::npos;
    if (!pointer.starts_with("/nodes/")) return false;
    static constexpr std::array<std::string_view, 4> kParts{"/translation/", "/rotation/",
                                                            "/scale/", "/weights/"};
    return std::ranges::any_of(kParts, [&](std::string_view part) {
        return pointer.find(part) != std::string_view::npos;
    });
}

const Json* listed(const Json& object, const char* list, const Json* row)
{
    const Json* rows = object.is_object() ? find(object, list) : nullptr;
    const bool known = rows && rows->is_array() && row && row->is_number_unsigned() &&
                       row->get<std::uint64_t>() < rows->size();
    return known ? &(*rows)[row->get<std::size_t>()] : nullptr;
}

class PointedNodes {
public:
    explicit PointedNodes(GltfFile& file) : file_(file), json_(file.changedJson()) {}

    void read()
    {
        for (Json& animation : json_["animations"]) {
            const std::vector<Json*> channels = channelsOf(animation);
            driven_.clear();
            for (const Json* channel : channels) addDriven((*channel)["target"]);
            for (Json* channel : channels) turn(animation, *channel);
        }
        if (turned_ && !points_) forget();
    }

private:
    /// Those that name a target.
    static std::vector<Json*> channelsOf(Json& animation)
    {
        std::vector<Json*> out;
        if (!animation.is_object() || !animation.contains("channels")) return out;
        for (Json& channel : animation["channels"])
            if (channel.is_object() && channel.contains("target") && channel["target"].is_object())
                out.push_back(&channel);
        return out;
    }

    void addDriven(const Json& target)
    {
        const Json* node = find(target, "node");
        const Json* path = find(target, "path");
        if (node && node->is_number_unsigned() && path && path->is_string())
            driven_.emplace(node->get<std::size_t>(), path->get<std::string>());
    }

    void turn(const Json& animation, Json& channel)
    {
        Json& target = channel["target"];
        const std::string* pointer = pointerIn(target);
        if (!pointer) return;
        const std::optional<NodeProperty> property = propertyAt(*pointer);
        std::string why = property ? whyNot(animation, channel, *property) : std::string();
        if (!property && isPartOfMotion(*pointer)) why = "they move a part of a node's motion";
        if (!property || !why.empty()) {
            points_ = true;
            if (!why.empty())
                file_.diagnostics().push_back({Diagnostic::Severity::Warning,
                                               "keys that point at " + quotedPointer(*pointer) +
                                                   " are kept, and not shown: " + why,
                                               pointerTo(json_, channel)});
            return;
        }
        driven_.insert(*property);
        target["node"] = property->first;
        target["path"] = property->second;
        Json& extensions = target["extensions"];
        extensions.erase(kPointing);
        if (extensions.empty()) target.erase("extensions");
        turned_ = true;
    }

    /// Why a channel cannot be one of glTF 2.0; empty: it can.
    std::string whyNot(const Json& animation, const Json& channel,
                       const NodeProperty& property) const
    {
        const Json& target = channel["target"];
        if (target["extensions"][kPointing].size() > 1) return "the file says more of them";
        const Json* path = find(target, "path");
        if (find(target, "node") || !path || *path != "pointer")
            return "their channel names something else, too";
        const Json row = property.first;
        const Json* node = listed(json_, "nodes", &row);
        if (!node || !node->is_object()) return "there is no such node";
        if (driven_.contains(property)) return "another channel moves the same";
        return fits(animation, channel, *node, property.second) ? "" : "their values do not fit";
    }

    bool fits(const Json& animation, const Json& channel, const Json& node,
              const std::string& path) const
    {
        const Json* sampler = listed(animation, "samplers", find(channel, "sampler"));
        const Json* output = sampler && sampler->is_object() ? find(*sampler, "output") : nullptr;
        if (!listed(json_, "accessors", output)) return false;
        const Accessor& values = file_.accessors()[output->get<std::size_t>()];
        const bool weights = path == "weights", turns = path == "rotation";
        const Json* mesh = weights ? listed(json_, "meshes", find(node, "mesh")) : nullptr;
        if (weights && (!mesh || morphCount(*mesh) == 0)) return false;
        const bool isFloat = values.componentType == 5126;
        return values.components == (weights ? 1
                                     : turns ? 4
                                             : 3) &&
               !values.isMatrix &&
               (isFloat ||
                ((weights || turns) && values.normalized && values.componentType != 5125));
    }

    void forget()
    {
        for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
            const auto names = json_.find(list);
            if (names == json_.end() || !names->is_array()) continue;
            names->erase(std::remove(names->begin(), names->end(), Json(kPointing)), names->end());
            if (names->empty()) json_.erase(list);
        }
    }

    GltfFile& file_;
    Json& json_;
    std::set<NodeProperty> driven_;  ///< by other channels of the animation
    bool turned_ = false;
    bool points_ = false;  ///< does a channel still point at something?
};

}  // namespace

void readPointedNodes(GltfFile& file)
{
    if (!file.mayExtend() || arrayOf(file.json(), "animations").empty()) return;
    PointedNodes(file).read();
}

}  // namespace posewright::io::gltf
