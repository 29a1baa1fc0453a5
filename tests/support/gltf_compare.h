#pragma once

#include "tests/support/gltf_parts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <vector>

/// Whether everything that one glTF file holds is in another, member by member and byte by byte.
namespace posewright::test {

/// What was asked to be otherwise; rows are those of the first file's nodes.
struct AskedFor {
    std::vector<int> row;   ///< of the second file; -1: removed
    std::set<int> renamed;  ///< their names
    std::set<int> placed;   ///< where they are at rest
    std::set<int> hung;     ///< what they hang on, or what hangs on them
    std::set<int> bound;    ///< skins whose bind matrices are others
    std::set<int> bent;     ///< meshes whose vertices follow other joints
    std::set<int> clips;    ///< animations that are gone, or have another name
    /// Is a channel of an animation no longer as it was?
    std::function<bool(int animation, int node, const std::string& path)> keyed =
        [](int, int, const std::string&) { return false; };

    static AskedFor nothing(const GltfParts& in)
    {
        AskedFor out;
        for (std::size_t i = 0; i < in.root.value("nodes", Json::array()).size(); ++i)
            out.row.push_back(static_cast<int>(i));
        return out;
    }
};

/// Sentences about what of the first file the second does not hold; each begins with its place.
class GltfComparison {
public:
    GltfComparison(const GltfParts& in, const GltfParts& out, const AskedFor& asked) :
        in_(in), out_(out), asked_(asked)
    {
    }

    std::vector<std::string> missing()
    {
        static const std::set<std::string> kApart{
            "nodes",     "scenes", "skins",   "animations", "bufferViews",
            "accessors", "images", "buffers", "extensions", "extensionsUsed"};
        for (const auto& [name, value] : in_.root.items())
            if (!kApart.contains(name))
                rowsHold(name == "meshes" ? unbent(value) : value, out_.root.value(name, Json()),
                         name);
        rows("accessors", [&](std::size_t i) { accessor(i); });
        rows("bufferViews", [&](std::size_t i) { view(i); });
        rows("images", [&](std::size_t i) { image(i); });
        rows("skins", [&](std::size_t i) { skin(i); });
        rows("scenes", [&](std::size_t i) { scene(i); });
        for (std::size_t i = 0; i < list(in_, "nodes").size(); ++i)
            if (asked_.row[i] >= 0) node(i);
        for (std::size_t i = 0; i < list(in_, "animations").size(); ++i)
            if (!asked_.clips.contains(int(i))) animation(i);
        for (const Json& name : list(in_, "extensionsUsed"))
            if (const Json& used = list(out_, "extensionsUsed");
                std::find(used.begin(), used.end(), name) == used.end())
                tell("extensionsUsed", "without " + name.dump());
        extensions(in_.root, out_.root, "");
        const Json buffers = list(in_, "buffers");
        if (!buffers.empty()) {
            Json about = buffers[0];
            about.erase("uri");
            about.erase("byteLength");
            if (!about.empty()) holds(about, list(out_, "buffers")[0], "buffers/0");
        }
        return std::move(missing_);
    }

private:
    static const Json& list(const GltfParts& file, const char* name)
    {
        static const Json kNone = Json::array();
        const auto at = file.root.find(name);
        return at == file.root.end() ? kNone : *at;
    }
    void tell(const std::string& place, const std::string& what)
    {
        missing_.push_back(place + ": " + what);
    }

    template <class Each>
    void rows(const char* name, Each&& each)
    {
        if (list(in_, name).size() > list(out_, name).size()) return tell(name, "rows are missing");
        for (std::size_t i = 0; i < list(in_, name).size(); ++i) each(i);
    }

    /// Of a list, more rows may follow.
    void rowsHold(const Json& in, const Json& out, const std::string& place)
    {
        const bool isList = in.is_array() && place != "extras";
        if (!isList) return holds(in, out, place);
        if (!out.is_array() || in.size() > out.size()) return tell(place, "rows are missing");
        for (std::size_t i = 0; i < in.size(); ++i)
            holds(in[i], out[i], place + '/' + std::to_string(i));
    }

    void holds(const Json& in, const Json& out, const std::string& place)
    {
        if (in.is_object()) {
            if (!out.is_object()) return tell(place, "is no object now");
            for (const auto& [name, value] : in.items()) {
                if (name == "POSEWRIGHT_animation") continue;
                const auto there = out.find(name);
                if (there != out.end())
                    holds(value, *there, place + '/' + name);
                else if (name != "extensions" || !value.empty())
                    tell(place + '/' + name, "is missing");
            }
        } else if (in.is_array()) {
            if (!out.is_array() || out.size() != in.size()) return tell(place, "has other rows");
            for (std::size_t i = 0; i < in.size(); ++i)
                holds(in[i], out[i], place + '/' + std::to_string(i));
        } else if (in != out) {
            tell(place, in.dump() + " became " + out.dump());
        }
    }

    void extensions(const Json& in, const Json& out, const std::string& place)
    {
        if (!in.contains("extensions")) return;
        for (const auto& [name, value] : in["extensions"].items()) {
            if (name == "POSEWRIGHT_animation") continue;
            if (!out.contains("extensions") || !out["extensions"].contains(name))
                tell(place + "/extensions/" + name, "is missing");
            else if (name == "KHR_lights_punctual" && value.contains("lights"))
                rowsHold(value["lights"], out["extensions"][name].value("lights", Json()),
                         "lights");
            else
                holds(value, out["extensions"][name], place + "/extensions/" + name);
        }
    }

    static Json without(Json object, std::initializer_list<const char*> names)
    {
        for (const char* name : names) object.erase(name);
        return object;
    }

    /// Meshes without what was asked to be otherwise.
    Json unbent(Json meshes) const
    {
        for (const int mesh : asked_.bent)
            for (Json& primitive : meshes[std::size_t(mesh)]["primitives"])
                for (const char* set : {"0", "1", "2"})
                    for (const char* kind : {"JOINTS_", "WEIGHTS_"})
                        primitive["attributes"].erase(std::string(kind) + set);
        return meshes;
    }

    void accessor(std::size_t i)
    {
        const std::string place = "accessors/" + std::to_string(i);
        const Json& in = list(in_, "accessors")[i];
        const Json& out = list(out_, "accessors")[i];
        holds(without(in, {"bufferView", "byteOffset", "sparse"}), out, place);
        if (out.value("componentType", 0) != in["componentType"] || out["type"] != in["type"] ||
            out["count"] != in["count"])
            return;
        if (components(in_, i) != components(out_, i)) tell(place, "has other values");
    }

    void view(std::size_t i)
    {
        const std::string place = "bufferViews/" + std::to_string(i);
        holds(without(list(in_, "bufferViews")[i], {"buffer", "byteOffset"}),
              list(out_, "bufferViews")[i], place);
        // Empty: the bytes of its buffer are nowhere.
        const auto bytes = viewBytes(in_, i);
        if (!bytes.empty() && bytes != viewBytes(out_, i)) tell(place, "has other bytes");
    }

    static std::string pictureOf(const GltfParts& file, const Json& image)
    {
        return image.contains("bufferView") ? viewBytes(file, image["bufferView"])
                                            : parts::resource(image["uri"], file.folder);
    }
    void image(std::size_t i)
    {
        const std::string place = "images/" + std::to_string(i);
        const Json& in = list(in_, "images")[i];
        const Json& out = list(out_, "images")[i];
        holds(without(in, {"uri", "bufferView"}), out, place);
        if (in.contains("uri") && in["uri"] == out.value("uri", Json())) return;
        if (pictureOf(in_, in) != pictureOf(out_, out)) tell(place, "is another picture");
    }

    void skin(std::size_t i)
    {
        const std::string place = "skins/" + std::to_string(i);
        Json in = list(in_, "skins")[i];
        if (asked_.bound.contains(static_cast<int>(i))) in.erase("inverseBindMatrices");
        Json left = Json::array();
        for (const Json& joint : in["joints"])
            if (const int row = asked_.row[joint.get<int>()]; row >= 0) left.push_back(row);
        in["joints"] = left;
        if (in.contains("skeleton")) {
            const int row = asked_.row[in["skeleton"].get<int>()];
            if (row >= 0)
                in["skeleton"] = row;
            else
                in.erase("skeleton");
        }
        holds(in, list(out_, "skins")[i], place);
    }

    void scene(std::size_t i)
    {
        const std::string place = "scenes/" + std::to_string(i);
        const Json& in = list(in_, "scenes")[i];
        const Json& out = list(out_, "scenes")[i];
        holds(without(in, {"nodes"}), out, place);
        const Json there = out.value("nodes", Json::array());
        for (const Json& row : in.value("nodes", Json::array())) {
            const int now = asked_.row[row.get<int>()];
            if (now >= 0 && !asked_.hung.contains(row.get<int>()) &&
                std::find(there.begin(), there.end(), Json(now)) == there.end())
                tell(place, "without node " + row.dump());
        }
    }

    static std::array<double, 16> matrixOf(const Json& node)
    {
        std::array<double, 16> m{};
        if (node.contains("matrix")) {
            for (std::size_t i = 0; i < 16; ++i) m[i] = node["matrix"][i];
            return m;
        }
        const Json t = node.value("translation", Json{0, 0, 0});
        const Json r = node.value("rotation", Json{0, 0, 0, 1});
        const Json s = node.value("scale", Json{1, 1, 1});
        const double x = r[0], y = r[1], z = r[2], w = r[3];
        const double turned[3][3] = {
            {1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
            {2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
            {2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)}};
        for (std::size_t c = 0; c < 3; ++c)
            for (std::size_t k = 0; k < 3; ++k) m[4 * c + k] = turned[c][k] * double(s[c]);
        for (std::size_t k = 0; k < 3; ++k) m[12 + k] = t[k];
        m[15] = 1;
        return m;
    }

    bool isRoot(const GltfParts& file, int row) const
    {
        for (const Json& node : list(file, "nodes"))
            for (const Json& child : node.value("children", Json::array()))
                if (child == row) return false;
        return true;
    }

    void node(std::size_t i)
    {
        const int row = static_cast<int>(i);
        const std::string place = "nodes/" + std::to_string(i);
        const Json& in = list(in_, "nodes")[i];
        const Json& out = list(out_, "nodes")[asked_.row[i]];
        holds(without(in, {"children", "name", "matrix", "translation", "rotation", "scale",
                           "extensions"}),
              out, place);
        extensions(in, out, place);
        if (!asked_.renamed.contains(row) && in.contains("name"))
            holds(in["name"], out.value("name", Json()), place + "/name");
        const bool movedToRoot =
            in.contains("skin") && in.contains("mesh") && isRoot(out_, asked_.row[i]);
        if (!asked_.placed.contains(row)) {
            const auto a = matrixOf(in);
            const auto b = matrixOf(out);
            for (std::size_t k = 0; k < 16; ++k)
                if (!(std::abs(a[k] - b[k]) <= 1e-6 * std::max(1.0, std::abs(a[k])))) {
                    tell(place, movedToRoot ? "stands at the root" : "is at another place");
                    break;
                }
            if (!movedToRoot && !in.contains("matrix"))
                for (const char* member : {"translation", "rotation", "scale"})
                    if (in.contains(member))
                        holds(in[member], out.value(member, Json()), place + '/' + member);
        }
        children(row, in, out, place);
    }

    void children(int row, const Json& in, const Json& out, const std::string& place)
    {
        if (asked_.hung.contains(row)) return;
        const Json there = out.value("children", Json::array());
        Json order = Json::array();
        const Json before = in.value("children", Json::array());
        for (const Json& child : before) {
            const int now = asked_.row[child.get<int>()];
            if (now < 0 || asked_.hung.contains(child.get<int>())) continue;
            const Json& about = list(in_, "nodes")[child.get<int>()];
            if (std::find(there.begin(), there.end(), Json(now)) != there.end())
                order.push_back(now);
            else if (about.contains("skin") && about.contains("mesh") && isRoot(out_, now))
                tell("nodes/" + child.dump(), "stands at the root");
            else
                tell(place + "/children", "without " + child.dump());
        }
        Json kept = Json::array();
        for (const Json& child : there)
            if (std::find(order.begin(), order.end(), child) != order.end()) kept.push_back(child);
        // Where a mesh once stood at the root, the order of its parent's children was given up.
        const bool hasSkinned = std::any_of(before.begin(), before.end(), [&](const Json& child) {
            return list(in_, "nodes")[child.get<std::size_t>()].contains("skin");
        });
        if (!hasSkinned && kept != order) tell(place + "/children", "in another order");
    }

    void animation(std::size_t i)
    {
        const std::string place = "animations/" + std::to_string(i);
        const Json& in = list(in_, "animations")[i];
        const Json* out = nullptr;
        const Json& all = list(out_, "animations");
        for (const Json& candidate : all)
            if (!out && candidate.value("name", Json()) == in.value("name", Json()))
                out = &candidate;
        if (i < all.size() && all[i].value("name", Json()) == in.value("name", Json()))
            out = &all[i];
        if (!out) return tell(place, "is missing");
        holds(without(in, {"channels", "samplers"}), *out, place);
        for (std::size_t c = 0; c < in["channels"].size(); ++c)
            channel(int(i), in, *out, in["channels"][c], place + "/channels/" + std::to_string(c));
    }

    void channel(int animation, const Json& in, const Json& out, Json channel,
                 const std::string& place)
    {
        Json& target = channel["target"];
        const std::string path = target["path"];
        if (target.contains("node")) {
            const int node = target["node"];
            if (asked_.row[node] < 0 || asked_.keyed(animation, node, path)) return;
            target["node"] = asked_.row[node];
        }
        movePointer(target);
        for (const Json& candidate : out["channels"]) {
            const Json& there = candidate["target"];
            if (there.value("node", Json()) != target.value("node", Json()) ||
                there.value("path", Json()) != path ||
                (path == "pointer" &&
                 there.value("extensions", Json()) != target.value("extensions", Json())))
                continue;
            holds(without(channel, {"sampler"}), candidate, place);
            return holds(in["samplers"][channel["sampler"].get<std::size_t>()],
                         out["samplers"][candidate["sampler"].get<std::size_t>()],
                         place + "/sampler");
        }
        tell(place, "is missing");
    }

    void movePointer(Json& target) const
    {
        const Json::json_pointer where("/extensions/KHR_animation_pointer/pointer");
        if (!target.contains(where)) return;
        const std::string pointer = target[where];
        if (pointer.rfind("/nodes/", 0) != 0) return;
        const std::size_t end = pointer.find('/', 7);
        const int row = std::stoi(pointer.substr(7, end - 7));
        target[where] = "/nodes/" + std::to_string(asked_.row[row]) + pointer.substr(end);
    }

    const GltfParts& in_;
    const GltfParts& out_;
    const AskedFor& asked_;
    std::vector<std::string> missing_;
};

}  // namespace posewright::test
