#include "core/io/gltf/carried_form.h"

#include "core/io/gltf/text/quick_json.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace posewright::io::gltf {

namespace {

std::uint64_t idIn(const Json& own, std::size_t row, const char* member)
{
    const Json& entry = own.at("nodes").at(row);
    const auto id = entry.find(member);
    return id == entry.end() ? 0 : id->get<std::uint64_t>();
}

/// Putting both into one object would copy them.
template <class Value>
std::string textOf(Value&& gltf, Value&& own, std::size_t size)
{
    std::string out;
    out.reserve(size + size / 4);
    out += R"({"gltf":)";
    quickDump(std::forward<Value>(gltf), out);
    out += R"(,"own":)";
    quickDump(std::forward<Value>(own), out);
    out += '}';
    return out;
}

}  // namespace

std::string CarriedForm::text() const&
{
    return textOf(gltf, own, size);
}

std::string CarriedForm::text() &&
{
    return textOf(std::move(gltf), std::move(own), size);
}

std::size_t CarriedForm::rows(const char* list) const
{
    const auto rows = gltf.find(list);
    return rows == gltf.end() ? 0 : rows->size();
}

NodeId CarriedForm::nodeOf(std::size_t row) const
{
    return NodeId(idIn(own, row, "id"));
}

NodeId CarriedForm::boneOfEnd(std::size_t row) const
{
    return NodeId(idIn(own, row, "end"));
}

std::optional<CarriedForm> carriedForm(const Document& doc)
{
    if (!doc.carried->gltf) return std::nullopt;
    const std::string& text = doc.carried->json;
    std::optional<Json> whole = quickJson(text);
    if (!whole) whole = Json::parse(text);
    return CarriedForm{std::move((*whole)["gltf"]), std::move((*whole)["own"]), text.size()};
}

std::size_t carriedLights(const Json& gltf)
{
    const Json* at = &gltf;
    for (const char* step : {"extensions", kLightsExtension, "lights"}) {
        if (!at->is_object() || !at->contains(step)) return 0;
        at = &(*at)[step];
    }
    return at->is_array() ? at->size() : 0;
}

bool isKnownExtension(const std::string& name)
{
    static constexpr std::array kKnown{"KHR_animation_pointer",   "KHR_draco_mesh_compression",
                                       "KHR_lights_punctual",     "KHR_materials_variants",
                                       "KHR_mesh_quantization",   "KHR_texture_basisu",
                                       "KHR_texture_transform",   "KHR_xmp_json_ld",
                                       "EXT_mesh_gpu_instancing", "EXT_meshopt_compression",
                                       "EXT_texture_webp",        "EXT_texture_avif",
                                       "KHR_node_visibility",     "KHR_node_hoverability",
                                       "KHR_node_selectability",  "FB_ngon_encoding",
                                       "KHR_meshopt_compression"};
    return name.rfind("KHR_materials_", 0) == 0 ||
           std::find(kKnown.begin(), kKnown.end(), name) != kKnown.end();
}

std::vector<bool> standingAtRoot(const Scene& scene)
{
    std::vector<bool> out(scene.size(), false);
    std::vector<bool> hasChildren(scene.size(), false);
    for (const Node& node : scene.nodes())
        if (node.parent != kNoNode) hasChildren[node.parent] = true;
    for (NodeIndex i = 0; i < scene.size(); ++i) {
        const Node& node = scene[i];
        const auto* mesh = std::get_if<MeshPart>(&node.part);
        out[i] = mesh && mesh->skin >= 0 && !mesh->mesh->joints.empty() && !hasChildren[i] &&
                 (node.parent != kNoNode || node.rest != Transform{});
    }
    return out;
}

std::string saidOfNode(const Json& node)
{
    static constexpr std::array<std::string_view, 11> kPlain{
        "name", "matrix", "translation", "rotation", "scale",     "mesh",
        "skin", "camera", "children",    "weights",  "extensions"};
    std::string names;
    const auto add = [&](const std::string& name) { names += (names.empty() ? "" : ", ") + name; };
    for (const auto& [name, value] : node.items())
        if (std::find(kPlain.begin(), kPlain.end(), name) == kPlain.end()) add(name);
    if (const auto extensions = node.find("extensions");
        extensions != node.end() && extensions->is_object())
        for (const auto& [name, value] : extensions->items())
            if (name != kLightsExtension) add(name);
    return names;
}

bool saysMoreThanKeys(const Json& animation, const Json& channel)
{
    const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
    const auto says = [](const Json& object) {
        return object.contains("extras") || object.contains("extensions");
    };
    return says(channel) || says(channel["target"]) || says(sampler);
}

const std::string* pointerIn(const Json& target)
{
    static const Json::json_pointer kWhere("/extensions/KHR_animation_pointer/pointer");
    return target.contains(kWhere) ? target[kWhere].get_ptr<const std::string*>() : nullptr;
}

std::string quotedPointer(const std::string& pointer)
{
    constexpr std::size_t kMost = 200;  // bytes
    const bool all = pointer.size() <= kMost;
    return '"' + cleanName(std::string_view(pointer).substr(0, kMost)) + (all ? "\"" : "...\"");
}

std::string* pointerIn(Json& target)
{
    return const_cast<std::string*>(pointerIn(std::as_const(target)));
}

void dropUnusedSamplers(Json& animation)
{
    Json samplers = Json::array();
    std::vector<int> row(animation["samplers"].size(), -1);
    for (Json& channel : animation["channels"]) {
        const auto old = channel["sampler"].get<std::size_t>();
        if (row[old] < 0) {
            row[old] = static_cast<int>(samplers.size());
            samplers.push_back(std::move(animation["samplers"][old]));
        }
        channel["sampler"] = row[old];
    }
    animation["samplers"] = std::move(samplers);
}

void addTransform(Json& json, const Transform& t)
{
    if (t.translation != Vec3::Zero()) json["translation"] = toJson(t.translation);
    if (t.rotation.coeffs() != Quat::Identity().coeffs()) json["rotation"] = toJson(t.rotation);
    if (t.scale != Vec3::Ones()) json["scale"] = toJson(t.scale);
}

}  // namespace posewright::io::gltf
