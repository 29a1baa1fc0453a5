#include "core/io/gltf/import/split_nodes.h"

#include "core/io/gltf/carried_form.h"
#include "core/io/text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace posewright::io::gltf {

namespace {

constexpr std::size_t kMostNamed = 5;
constexpr const char* kInstances = "EXT_mesh_gpu_instancing";

/// A list of the file; null: there is none.
Json* listOf(Json& object, const char* name)
{
    const auto at = object.find(name);
    return at != object.end() && at->is_array() ? &*at : nullptr;
}

std::optional<std::size_t> rowIn(const Json& object, const char* name, std::size_t count)
{
    const auto at = object.find(name);
    if (at == object.end() || !at->is_number_unsigned()) return {};
    const auto row = at->get<std::size_t>();
    return row < count ? std::optional(row) : std::nullopt;
}

class NodeSplitter {
public:
    NodeSplitter(Json& file, Json& nodes) : file_(file), nodes_(nodes) {}

    void split()
    {
        const std::size_t count = nodes_.size();
        joint_.assign(count, false);
        if (Json* skins = listOf(file_, "skins"))
            for (Json& skin : *skins) {
                Json* joints = skin.is_object() ? listOf(skin, "joints") : nullptr;
                for (std::size_t i = 0; joints && i < joints->size(); ++i)
                    if ((*joints)[i].is_number_unsigned() && (*joints)[i] < count)
                        joint_[(*joints)[i].get<std::size_t>()] = true;
            }
        for (std::size_t row = 0; row < count; ++row)
            if (nodes_[row].is_object()) splitAt(row);
    }

    void tell(Diagnostics& told) const
    {
        if (named_.empty()) return;
        std::string names;
        for (std::size_t i = 0; i < std::min(named_.size(), kMostNamed); ++i)
            names += (i > 0 ? ", " : "") + named_[i];
        if (named_.size() > kMostNamed) names += ", ...";
        told.push_back({Diagnostic::Severity::Warning,
                        "a node here is a joint, a mesh, a camera or a light; what was more has "
                        "nodes of its own now: " +
                            names,
                        "/nodes/" + std::to_string(first_)});
        for (const auto& [row, name] : left_)
            told.push_back({Diagnostic::Severity::Warning,
                            "what the extension " + inQuotes(name) + " says stays with node " +
                                std::to_string(row) + ", of which parts have nodes of their own",
                            "/nodes/" + std::to_string(row) + "/extensions/" + name});
    }

private:
    bool hasLight(const Json& node) const { return extensionOf(node, kLightsExtension) != nullptr; }

    void splitAt(std::size_t row)
    {
        const bool mesh = nodes_[row].contains("mesh");
        const bool camera = nodes_[row].contains("camera");
        const bool light = hasLight(nodes_[row]);
        const int parts = int(joint_[row]) + int(mesh) + int(camera) + int(light);
        if (parts < 2) return;
        if (nodes_[row].contains("children") && !nodes_[row]["children"].is_array()) return;
        // What has a skin is not moved by its node, so all else keeps that.
        const bool meshStays = mesh && !joint_[row] && !nodes_[row].contains("skin");
        if (mesh && !meshStays) {
            const std::size_t made = addBelow(row, "mesh");
            for (const char* name : {"mesh", "skin", "weights"}) move(row, made, name);
            moveWeights(row, made);
            moveExtension(row, made, kInstances);
        }
        bool taken = joint_[row] || meshStays;
        if (camera && taken) move(row, addBelow(row, "camera"), "camera");
        taken = taken || camera;
        if (light && taken) {
            moveExtension(row, addBelow(row, "light"), kLightsExtension);
        }
        noteUnknown(row);
    }

    /// Takes down extensions that may speak of what has a node of its own now.
    void noteUnknown(std::size_t row)
    {
        const auto extensions = nodes_[row].find("extensions");
        if (extensions == nodes_[row].end() || !extensions->is_object()) return;
        for (const auto& [name, value] : extensions->items())
            if (!isKnownExtension(name)) left_.emplace_back(row, name);
    }

    /// @pre extensions are an object, if there are any
    void moveExtension(std::size_t from, std::size_t to, const char* name)
    {
        if (!extensionOf(nodes_[from], name)) return;
        Json& extensions = nodes_[from]["extensions"];
        nodes_[to]["extensions"][name] = std::move(extensions[name]);
        extensions.erase(name);
        if (extensions.empty()) nodes_[from].erase("extensions");
    }

    std::size_t addBelow(std::size_t row, const char* what)
    {
        const std::size_t made = nodes_.size();
        Json node = Json::object();
        const auto name = nodes_[row].find("name");
        const bool isNamed = name != nodes_[row].end() && name->is_string();
        if (isNamed) node["name"] = name->get<std::string>() + ' ' + what;
        if (named_.empty()) first_ = row;
        named_.push_back(isNamed ? inQuotes(node["name"].get<std::string>())
                                 : std::string("the ") + what + " of node " + std::to_string(row));
        nodes_[row]["children"].push_back(made);
        nodes_.push_back(std::move(node));
        return made;
    }

    void move(std::size_t from, std::size_t to, const char* name)
    {
        const auto at = nodes_[from].find(name);
        if (at == nodes_[from].end()) return;
        nodes_[to][name] = std::move(*at);
        nodes_[from].erase(at);
    }

    void moveWeights(std::size_t from, std::size_t to)
    {
        Json* animations = listOf(file_, "animations");
        for (std::size_t i = 0; animations && i < animations->size(); ++i) {
            Json& animation = (*animations)[i];
            Json* channels = animation.is_object() ? listOf(animation, "channels") : nullptr;
            for (std::size_t k = 0; channels && k < channels->size(); ++k) {
                Json& channel = (*channels)[k];
                const auto target = channel.is_object() ? channel.find("target") : channel.end();
                if (!channel.is_object() || target == channel.end() || !target->is_object())
                    continue;
                const auto path = target->find("path");
                if (path == target->end()) continue;
                if (*path == "weights" && rowIn(*target, "node", nodes_.size()) == from)
                    (*target)["node"] = to;
                if (*path == "pointer") movePointer(*target, from, to);
            }
        }
    }

    static void movePointer(Json& target, std::size_t from, std::size_t to)
    {
        std::string* pointer = pointerIn(target);
        const std::string before = "/nodes/" + std::to_string(from) + "/weights";
        if (!pointer || (*pointer != before && !pointer->starts_with(before + '/'))) return;
        *pointer = "/nodes/" + std::to_string(to) + pointer->substr(before.size() - 8);
    }

    Json& file_;
    Json& nodes_;
    std::vector<bool> joint_;
    std::vector<std::string> named_;
    std::vector<std::pair<std::size_t, std::string>> left_;  ///< rows, and extensions there
    std::size_t first_ = 0;
};

}  // namespace

void splitNodes(Json& file, Diagnostics& told)
{
    Json* nodes = file.is_object() ? listOf(file, "nodes") : nullptr;
    if (!nodes) return;
    NodeSplitter splitter(file, *nodes);
    splitter.split();
    splitter.tell(told);
}

}  // namespace posewright::io::gltf
