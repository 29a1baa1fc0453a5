#include "core/io/gltf/carried_parts.h"

#include "core/io/gltf/carried_form.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace posewright::io::gltf {

namespace {

/// Every texture of a material and of its extensions is a member whose name ends like this.
bool namesTexture(const std::string& name)
{
    return name.ends_with("Texture");
}

void stripTextures(Json& value)
{
    if (value.is_array())
        for (Json& item : value) stripTextures(item);
    if (!value.is_object()) return;
    for (auto member = value.begin(); member != value.end();) {
        if (namesTexture(member.key()) && member->is_object() && member->contains("index")) {
            member = value.erase(member);
            continue;
        }
        if (member.key() != "extras") stripTextures(*member);
        ++member;
    }
}

/// Calls `visit` for each number that the specification says is a row of bufferViews, pictures'
/// apart.
template <class Visit>
void eachDataView(Json& gltf, Visit&& visit)
{
    const auto look = [&](Json& object) {
        if (const auto view = object.find("bufferView"); view != object.end()) visit(*view);
    };
    if (gltf.contains("accessors"))
        for (Json& accessor : gltf["accessors"]) {
            look(accessor);
            if (!accessor.contains("sparse")) continue;
            for (const char* part : {"indices", "values"})
                if (accessor["sparse"].contains(part)) look(accessor["sparse"][part]);
        }
    if (gltf.contains("meshes"))
        for (Json& mesh : gltf["meshes"])
            for (Json& primitive : mesh["primitives"]) {
                const Json::json_pointer draco("/extensions/KHR_draco_mesh_compression");
                if (primitive.contains(draco)) look(primitive[draco]);
            }
}

bool knowsAllExtensions(const Json& gltf)
{
    const auto used = gltf.find("extensionsUsed");
    return used == gltf.end() || std::all_of(used->begin(), used->end(), [](const Json& name) {
               return name.is_string() && isKnownExtension(name.get_ref<const std::string&>());
           });
}

/// Takes the views in `gone` out of a form, with their bytes.
void dropViews(Json& gltf, std::vector<std::uint8_t>& data, const std::set<std::size_t>& gone)
{
    std::vector<int> row;
    std::vector<std::uint8_t> left;
    Json views = Json::array();
    for (std::size_t i = 0; i < gltf["bufferViews"].size(); ++i) {
        row.push_back(gone.contains(i) ? -1 : static_cast<int>(views.size()));
        if (gone.contains(i)) continue;
        Json view = std::move(gltf["bufferViews"][i]);
        const auto first = view.value("byteOffset", std::size_t{0});
        const auto size = view["byteLength"].get<std::size_t>();
        left.resize((left.size() + 7) / 8 * 8);
        view["byteOffset"] = left.size();
        left.insert(left.end(), data.begin() + static_cast<std::ptrdiff_t>(first),
                    data.begin() + static_cast<std::ptrdiff_t>(first + size));
        views.push_back(std::move(view));
    }
    eachDataView(gltf, [&](Json& view) { view = row[view.get<std::size_t>()]; });
    gltf["bufferViews"] = std::move(views);
    data = std::move(left);
}

/// The bytes of a packed view may lie in another buffer's place.
bool hasPackedViews(const Json& gltf)
{
    const auto views = gltf.find("bufferViews");
    return views != gltf.end() && std::any_of(views->begin(), views->end(), [](const Json& view) {
               return view.contains("extensions");
           });
}

void dropPictures(Json& gltf, std::vector<std::uint8_t>& data)
{
    std::set<std::size_t> views;
    if (gltf.contains("images"))
        for (const Json& image : gltf["images"])
            if (image.contains("bufferView")) views.insert(image["bufferView"].get<std::size_t>());
    for (const char* list : {"images", "textures", "samplers"}) gltf.erase(list);
    eachDataView(gltf, [&](Json& view) { views.erase(view.get<std::size_t>()); });
    if (!views.empty() && !hasPackedViews(gltf)) dropViews(gltf, data, views);
}

}  // namespace

namespace {

/// Extensions that say something of meshes alone, or of what is on them.
bool isOfMeshes(const std::string& name)
{
    return name.starts_with("KHR_materials_") || name.starts_with("KHR_texture_") ||
           name.starts_with("EXT_texture_") || name == "KHR_mesh_quantization" ||
           name == "KHR_draco_mesh_compression" || name == "EXT_mesh_gpu_instancing" ||
           name == "FB_ngon_encoding";
}

void dropExtensionsOfMeshes(Json& gltf)
{
    const auto dropFrom = [](Json& object) {
        if (!object.contains("extensions")) return;
        Json& extensions = object["extensions"];
        for (auto it = extensions.begin(); it != extensions.end();)
            it = isOfMeshes(it.key()) ? extensions.erase(it) : std::next(it);
        if (extensions.empty()) object.erase("extensions");
    };
    dropFrom(gltf);
    if (gltf.contains("nodes"))
        for (Json& node : gltf["nodes"]) {
            dropFrom(node);
            node.erase("weights");
        }
    for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
        if (!gltf.contains(list)) continue;
        Json left = Json::array();
        for (Json& name : gltf[list])
            if (!isOfMeshes(name.get_ref<const std::string&>())) left.push_back(std::move(name));
        if (left.empty())
            gltf.erase(list);
        else
            gltf[list] = std::move(left);
    }
}

/// Channels of morphs, and those that point at meshes and materials.
bool isOfMeshes(const Json& channel)
{
    const Json& target = channel["target"];
    if (target.value("path", "") == "weights") return true;
    const Json::json_pointer where("/extensions/KHR_animation_pointer/pointer");
    if (!target.contains(where) || !target[where].is_string()) return false;
    const auto& pointer = target[where].get_ref<const std::string&>();
    return pointer.starts_with("/meshes/") || pointer.starts_with("/materials/");
}

/// Keeps the accessors that keys are in, and nothing that no accessor names.
/// @param clips  rows of animations that are of clips; of others no key is kept
void keepKeysAlone(Json& gltf, std::vector<std::uint8_t>& data, const std::set<int>& clips)
{
    std::map<std::size_t, std::size_t> row;
    Json accessors = Json::array();
    int number = 0;
    if (gltf.contains("animations"))
        for (Json& animation : gltf["animations"]) {
            const bool shown = clips.contains(number++);
            Json left = Json::array();
            for (Json& channel : animation["channels"])
                if (shown && !isOfMeshes(channel)) left.push_back(std::move(channel));
            const bool fewer = left.size() != animation["channels"].size();
            animation["channels"] = std::move(left);
            if (fewer) dropUnusedSamplers(animation);
            for (Json& sampler : animation["samplers"])
                for (const char* end : {"input", "output"}) {
                    const auto old = sampler[end].get<std::size_t>();
                    if (row.try_emplace(old, accessors.size()).second)
                        accessors.push_back(gltf["accessors"][old]);
                    sampler[end] = row[old];
                }
        }
    if (accessors.empty())
        gltf.erase("accessors");
    else
        gltf["accessors"] = std::move(accessors);
    std::set<std::size_t> views;
    for (std::size_t i = 0; gltf.contains("bufferViews") && i < gltf["bufferViews"].size(); ++i)
        views.insert(i);
    eachDataView(gltf, [&](Json& view) { views.erase(view.get<std::size_t>()); });
    if (!views.empty()) dropViews(gltf, data, views);
    if (gltf.contains("bufferViews") && gltf["bufferViews"].empty()) gltf.erase("bufferViews");
}

}  // namespace

Carried withoutMeshes(const Document& doc)
{
    std::optional<CarriedForm> form = carriedForm(doc);
    if (!form || !knowsAllExtensions(form->gltf) || hasPackedViews(form->gltf)) return {};
    Carried out = *doc.carried;
    for (const char* list : {"meshes", "materials", "textures", "images", "samplers", "skins"})
        form->gltf.erase(list);
    dropExtensionsOfMeshes(form->gltf);
    std::set<int> clips;
    for (const Shared<Clip>& clip : doc.clips) clips.insert(clip->source);
    keepKeysAlone(form->gltf, out.data, clips);
    out.skins.clear();
    out.json = form->text();
    return out;
}

Document withoutTextures(const Document& doc)
{
    Document out = doc;
    std::vector<Node> nodes = doc.scene->nodes();
    for (Node& node : nodes)
        if (auto* part = std::get_if<MeshPart>(&node.part))
            part->mesh = part->mesh.with([](Mesh& mesh) {
                for (MeshPiece& piece : mesh.pieces)
                    piece.material = piece.material.with([](Material& m) {
                        for (auto* texture : {&m.baseTexture, &m.metalTexture, &m.normalTexture,
                                              &m.occlusionTexture, &m.emissionTexture})
                            texture->reset();
                    });
            });
    // Nothing that makes a scene was touched.
    if (auto scene = Scene::make(std::move(nodes), doc.scene->skins()))
        out.scene = std::move(*scene);
    std::optional<CarriedForm> form = carriedForm(doc);
    if (!form || !knowsAllExtensions(form->gltf)) return out;
    out.carried = doc.carried.with([&](Carried& carried) {
        if (form->gltf.contains("materials")) stripTextures(form->gltf["materials"]);
        dropPictures(form->gltf, carried.data);
        carried.json = form->text();
    });
    return out;
}

}  // namespace posewright::io::gltf
