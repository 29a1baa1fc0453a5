#include "core/io/gltf/carried_parts.h"

#include "core/io/gltf/carried/carried_pointing.h"
#include "core/io/gltf/carried/carried_unknown.h"
#include "core/io/gltf/carried/carried_unused.h"
#include "core/io/gltf/carried_form.h"
#include "core/io/text.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace posewright::io::gltf {

namespace {

/// Members for textures, in materials and their extensions, have names with this ending.
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

/// Tells which keys of an animation go with what they point at.
void tellOfKeys(const Document& doc, std::size_t row, const Json& gone, const char* what,
                Diagnostics& told)
{
    const std::string names = pointersNamed(gone);
    const auto clip = std::ranges::find_if(
        doc.clips, [row](const auto& one) { return one->source == static_cast<int>(row); });
    if (!names.empty() && clip != doc.clips.end())
        told.push_back({Diagnostic::Severity::Warning,
                        std::string("with the ") + what + " go keys of the clip " +
                            inQuotes((*clip)->name) + " that point at them: " + names,
                        {}});
}

/// Keys that point at what goes would point at nothing.
/// @param goes  of a channel
/// @param what  goes, for messages
template <class Goes>
void dropKeys(Json& gltf, const Document& doc, const Goes& goes, const char* what,
              Diagnostics* told)
{
    if (!gltf.contains("animations")) return;
    std::size_t row = 0;
    for (Json& animation : gltf["animations"]) {
        auto& channels = animation["channels"].get_ref<Json::array_t&>();
        Json gone = {{"channels", Json::array()}};
        std::ranges::copy_if(channels, std::back_inserter(gone["channels"]), goes);
        if (told) tellOfKeys(doc, row, gone, what, *told);
        ++row;
        if (std::erase_if(channels, goes) > 0) dropUnusedSamplers(animation);
    }
}

bool pointsAtTexture(const Json& channel)
{
    const std::string* pointer = pointerIn(channel["target"]);
    return pointer && ((pointer->starts_with("/materials/") &&
                        pointer->find("Texture/") != std::string::npos) ||
                       pointer->starts_with("/textures/"));
}

void dropPictures(Json& gltf, std::vector<std::uint8_t>& data)
{
    std::set<std::size_t> views;
    if (gltf.contains("images"))
        for (const Json& image : gltf["images"])
            if (image.contains("bufferView")) views.insert(image["bufferView"].get<std::size_t>());
    for (const char* list : {"images", "textures", "samplers"}) gltf.erase(list);
    if (!hasPackedViews(gltf)) dropUnused(gltf, data, {}, std::move(views));
}

bool isOfTextures(const std::string& name)
{
    return name.starts_with("KHR_texture_") || name.starts_with("EXT_texture_") ||
           name.starts_with("MSFT_texture_");
}

/// Extensions that only concern meshes, materials and textures.
bool isOfMeshes(const std::string& name)
{
    return name.starts_with("KHR_materials_") || isOfTextures(name) ||
           name == "KHR_mesh_quantization" || name == "KHR_draco_mesh_compression" ||
           name == "EXT_meshopt_compression" || name == "KHR_meshopt_compression" ||
           name == "EXT_mesh_gpu_instancing" || name == "FB_ngon_encoding";
}

/// Takes names of extensions off the lists of the file.
void dropNames(Json& gltf, bool (*goes)(const std::string& name))
{
    for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
        if (!gltf.contains(list)) continue;
        Json left = Json::array();
        for (Json& name : gltf[list])
            if (!goes(name.get_ref<const std::string&>())) left.push_back(std::move(name));
        if (left.empty())
            gltf.erase(list);
        else
            gltf[list] = std::move(left);
    }
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
    dropNames(gltf, [](const std::string& name) { return isOfMeshes(name); });
}

std::set<std::size_t> rowsOf(const Json& gltf, const char* list)
{
    std::set<std::size_t> rows;
    const std::size_t count = gltf.contains(list) ? gltf[list].size() : 0;
    for (std::size_t row = 0; row < count; ++row) rows.insert(rows.end(), row);
    return rows;
}

/// Channels of morphs, and those that point at meshes or materials.
bool isOfMeshes(const Json& channel)
{
    const Json& target = channel["target"];
    if (target.value("path", "") == "weights") return true;
    const std::string* pointer = pointerIn(target);
    if (!pointer) return false;
    return pointer->starts_with("/meshes/") || pointer->starts_with("/materials/") ||
           (pointer->starts_with("/nodes/") && pointer->find("/weights") != std::string::npos);
}

/// Animations that belong to no clip lose all keys.
void keepKeysAlone(Json& gltf, std::vector<std::uint8_t>& data, const Document& doc,
                   Diagnostics& told)
{
    std::set<int> clips;
    for (const Shared<Clip>& clip : doc.clips) clips.insert(clip->source);
    int number = 0;
    if (gltf.contains("animations"))
        for (Json& animation : gltf["animations"]) {
            const int row = number++;
            const bool shown = clips.contains(row);
            Json left = Json::array();
            Json gone = {{"channels", Json::array()}};
            for (Json& channel : animation["channels"])
                (shown && !isOfMeshes(channel) ? left : gone["channels"])
                    .push_back(std::move(channel));
            tellOfKeys(doc, std::size_t(row), gone, "meshes", told);
            const bool fewer = left.size() != animation["channels"].size();
            animation["channels"] = std::move(left);
            if (fewer) dropUnusedSamplers(animation);
        }
    dropUnused(gltf, data, rowsOf(gltf, "accessors"), rowsOf(gltf, "bufferViews"));
}

/// By the old name; two that share a name go on sharing it.
using NewNames = std::map<std::string, std::string>;

bool isNamed(const Json& row)
{
    return row.contains("name") && row["name"].is_string();
}

NewNames newNames(const Json& list)
{
    NewNames out;
    for (const Json& row : list)
        if (isNamed(row)) out[row["name"].get<std::string>()];
    std::vector<std::string> names;
    names.reserve(out.size());
    for (const auto& [name, safe] : out) names.push_back(name);
    const std::vector<std::string> safe = safeNames(names);
    for (std::size_t i = 0; i < names.size(); ++i) out[names[i]] = safe[i];
    return out;
}

/// Names that the reader made, since the file has none there.
std::set<std::string> madeNames(const CarriedForm& form)
{
    std::set<std::string> out;
    for (const char* list : {"nodes", "animations"}) {
        if (!form.gltf.contains(list) || !form.own.contains(list)) continue;
        const Json& own = form.own[list];
        for (std::size_t row = 0; row < std::min(own.size(), form.rows(list)); ++row)
            if (isNamed(own[row]) && !isNamed(form.gltf[list][row]))
                out.insert(own[row]["name"].get<std::string>());
    }
    return out;
}

/// The scene has the names of materials, too.
Document withMaterials(const Document& doc, const NewNames& names)
{
    std::vector<Node> nodes = doc.scene->nodes();
    for (Node& node : nodes)
        if (auto* part = std::get_if<MeshPart>(&node.part))
            part->mesh = part->mesh.with([&](Mesh& mesh) {
                for (MeshPiece& piece : mesh.pieces)
                    if (const auto at = names.find(piece.material->name); at != names.end())
                        piece.material =
                            piece.material.with([&](Material& m) { m.name = at->second; });
            });
    Document out = doc;
    if (auto scene = Scene::make(std::move(nodes), doc.scene->skins()))
        out.scene = std::move(*scene);
    return out;
}

}  // namespace

Carried withoutMeshes(const Document& doc, Diagnostics& told)
{
    std::optional<CarriedForm> form = carriedForm(doc);
    if (!form) return {};
    Carried out = *doc.carried;
    for (const char* list : {"meshes", "materials", "textures", "images", "samplers", "skins"})
        form->gltf.erase(list);
    dropUnknownExtensions(*form, doc, "meshes", told);
    dropKeys(form->gltf, doc, pointsAtUnknown, "extensions that are not known", &told);
    dropExtensionsOfMeshes(form->gltf);
    unpackCarriedViews(form->gltf);
    keepKeysAlone(form->gltf, out.data, doc, told);
    if (const int packed = forgetPacked(form->gltf); packed > 0)
        told.push_back(
            {Diagnostic::Severity::Warning,
             "keys are kept without the compression that they had: " + std::to_string(packed) +
                 (packed == 1 ? " view" : " views") + " of data",
             {}});
    out.skins.clear();
    out.json = form->text();
    return out;
}

Document withSafeNames(const Document& doc, Renamed& renamed)
{
    std::optional<CarriedForm> form = carriedForm(doc);
    if (!form) return doc;
    std::erase_if(renamed, [made = madeNames(*form)](const auto& change) {
        return made.contains(change.first);
    });
    bool changed = false;
    NewNames ofMaterials;
    const auto rename = [&](Json& list) {
        NewNames names = newNames(list);
        for (const auto& [name, safe] : names)
            if (safe != name) renamed.emplace_back(name, safe);
        for (Json& row : list) {
            if (!isNamed(row)) continue;
            const std::string& safe = names.at(row["name"].get_ref<const std::string&>());
            changed = changed || row["name"] != safe;
            row["name"] = safe;
        }
        return names;
    };
    for (const char* list : {"meshes", "cameras", "skins"})
        if (form->gltf.contains(list)) rename(form->gltf[list]);
    if (form->gltf.contains("materials")) ofMaterials = rename(form->gltf["materials"]);
    if (carriedLights(form->gltf) > 0) rename(form->gltf["extensions"][kLightsExtension]["lights"]);
    if (!changed) return doc;
    Document out = withMaterials(doc, ofMaterials);
    out.carried = doc.carried.with([&](Carried& carried) { carried.json = form->text(); });
    return out;
}

Document withoutTextures(const Document& doc, Diagnostics* told)
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
                        // What a file says of a texture goes with it.
                        m.normalScale = m.occlusionStrength = 1;
                    });
            });
    // Only references to the file changed, so the scene stays valid.
    if (auto scene = Scene::make(std::move(nodes), doc.scene->skins()))
        out.scene = std::move(*scene);
    std::optional<CarriedForm> form = carriedForm(doc);
    if (!form) return out;
    out.carried = doc.carried.with([&](Carried& carried) {
        if (form->gltf.contains("materials")) stripTextures(form->gltf["materials"]);
        dropKeys(form->gltf, doc, pointsAtTexture, "textures", told);
        // An extension that is not known may name pictures, too.
        if (knowsAllExtensions(form->gltf)) {
            dropPictures(form->gltf, carried.data);
            dropNames(form->gltf, isOfTextures);
        }
        carried.json = form->text();
    });
    return out;
}

}  // namespace posewright::io::gltf
