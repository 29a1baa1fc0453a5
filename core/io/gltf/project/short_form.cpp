#include "core/io/gltf/project/short_form.h"

#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/import/node_import.h"
#include "core/scene/scene.h"

#include <algorithm>
#include <array>
#include <exception>
#include <initializer_list>
#include <vector>

namespace posewright::io::gltf {

namespace {

constexpr const char* kRests = "rests";
constexpr const char* kPlaces = "places";
constexpr std::array kLists{"influences", "markers", "spans", "tracks"};

/// A nested member; null if it does not exist.
Json* under(Json& object, std::initializer_list<const char*> steps)
{
    Json* at = &object;
    for (const char* step : steps) {
        if (!at->is_object()) return nullptr;
        const auto next = at->find(step);
        if (next == at->end()) return nullptr;
        at = &*next;
    }
    return at;
}

Json* ownOf(Json& node)
{
    return under(node, {"extensions", kExtension});
}

bool isTrue(const Json* value)
{
    return value && value->is_boolean() && value->get<bool>();
}

/// The bone that a reader of foreign files would make (see BonePart): its tip is at its end node,
/// in the middle of its child bones, or half the parent's length away.
Json usualBone(Json& nodes, std::size_t row)
{
    Vec3 sum = Vec3::Zero();
    int bones = 0;
    const auto made = [](const Vec3& tip, bool given) {
        return Json{{"tip", gltf::toJson(tip)}, {"tipGiven", given}, {"eulerOrder", {2U, 0U, 1U}}};
    };
    std::vector<std::size_t> children;
    for (const Json& child : arrayOf(nodes[row], "children"))
        // JSON built here has signed integers.
        children.push_back(static_cast<std::size_t>(
            index(Json(child.get<std::uint64_t>()), nodes.size(), "node")));
    std::sort(children.begin(), children.end());
    for (const std::size_t child : children) {
        Json* own = ownOf(nodes[child]);
        if (!own) continue;
        if (isTrue(under(*own, {"carried", "tip"})))
            return made(restOf(nodes[child], true).translation, true);
        if (!own->contains("bone")) continue;
        sum += restOf(nodes[child], true).translation;
        ++bones;
    }
    if (bones > 0) return made(sum / bones, bones == 1);
    const Transform rest = restOf(nodes[row], true);
    return made(rest.rotation.conjugate() * rest.translation * 0.5, false);
}

/// Removes the member if it is there, else adds it.
void turnRest(Json& own, bool said)
{
    if (!under(own, {"carried", "rest"})) {
        own["carried"]["rest"] = said;
        return;
    }
    own["carried"].erase("rest");
    if (own["carried"].empty()) own.erase("carried");
}

void shortenBone(Json& bone, const Json& usual)
{
    if (bone.value("eulerOrder", Json()) == usual["eulerOrder"]) bone.erase("eulerOrder");
    if (bone.value("tip", Json()) != usual["tip"] ||
        bone.value("tipGiven", Json()) != usual["tipGiven"])
        return;
    bone.erase("tip");
    bone.erase("tipGiven");
}

/// Calls `visit(extension)` for each carried node that belongs to the project.
template <class Visit>
void eachCarried(Json& nodes, const Json& carries, Visit&& visit)
{
    const std::size_t rows = std::min<std::size_t>(count(carries, "nodes", 0), nodes.size());
    for (std::size_t row = 0; row < rows; ++row)
        if (Json* own = ownOf(nodes[row]); own && own->contains("id")) visit(*own);
}

/// If most nodes have the member, stores it once in `carries`, and in the nodes that lack it the
/// opposite.
void shortenRests(Json& nodes, Json& carries)
{
    std::ptrdiff_t more = 0;
    eachCarried(nodes, carries, [&](Json& own) {
        more += under(own, {"carried", "rest"}) ? 1 : -1;
    });
    if (more <= 0) return;
    carries[kRests] = true;
    eachCarried(nodes, carries, [](Json& own) { turnRest(own, false); });
}

void lengthenRests(Json& nodes, Json& carries)
{
    if (!isTrue(under(carries, {kRests}))) return;
    carries.erase(kRests);
    eachCarried(nodes, carries, [](Json& own) { turnRest(own, true); });
}

/// Importers number nodes in scene order, from 1.
bool isAtItsNumber(Json& own)
{
    const Json* row = under(own, {"row"});
    return row && row->is_number_integer() && own["id"].is_number_integer() &&
           row->get<std::int64_t>() + 1 == own["id"].get<std::int64_t>();
}

void shortenPlaces(Json& nodes, Json& carries)
{
    std::ptrdiff_t more = 0;
    eachCarried(nodes, carries, [&](Json& own) {
        more += isAtItsNumber(own) ? 1 : own.contains("row") ? 0 : -1;
    });
    if (more <= 0) return;
    carries[kPlaces] = true;
    eachCarried(nodes, carries, [](Json& own) {
        if (isAtItsNumber(own))
            own.erase("row");
        else if (!own.contains("row"))
            own["row"] = false;
    });
}

void lengthenPlaces(Json& nodes, Json& carries)
{
    if (!isTrue(under(carries, {kPlaces}))) return;
    carries.erase(kPlaces);
    eachCarried(nodes, carries, [](Json& own) {
        if (!own.contains("row"))
            own["row"] = count(own["id"]) - 1;
        else if (own["row"].is_boolean())
            own.erase("row");
    });
}

/// The colour that a reader of foreign files would give a mesh: that of the first material with
/// one.
Json usualColor(Json& file, const Json& node)
{
    MeshPart part;
    const Json* row = find(node, "mesh");
    const Json& meshes = arrayOf(file, "meshes");
    // Another program may have removed the mesh.
    if (!row || !row->is_number_integer()) return part.color;
    const Json& mesh = meshes[index(Json(row->get<std::uint64_t>()), meshes.size(), "mesh")];
    const Json& materials = arrayOf(file, "materials");
    for (const Json& primitive : arrayOf(mesh, "primitives")) {
        const Json* material = find(primitive, "material");
        if (!material || !material->is_number_integer()) continue;
        const int at = index(Json(material->get<std::uint64_t>()), materials.size(), "material");
        const Json* pbr = find(materials[at], "pbrMetallicRoughness");
        const Json* color = pbr ? find(*pbr, "baseColorFactor") : nullptr;
        if (!color) continue;
        const auto rgba = numbers<4>(*color);
        for (int i = 0; i < 3; ++i) part.color[i] = static_cast<float>(rgba[i]);
        break;
    }
    return part.color;
}

void shortenColor(Json& file, const Json& node, Json& mesh)
{
    if (mesh.value("color", Json()) == usualColor(file, node)) mesh.erase("color");
}

bool isNewer(const Json& version)
{
    return version.is_number_integer() && version.get<std::int64_t>() > kShortSchema;
}

/// The project of a file and its nodes; null if the version does not match.
struct Parts {
    Json* project = nullptr;
    Json* nodes = nullptr;
};

/// @param version  expected, unless the file is newer than all versions with two forms
Parts partsOf(Json& file, int version)
{
    Parts parts{under(file, {"extensions", kExtension}), under(file, {"nodes"})};
    if (!parts.project || !parts.project->is_object()) return {};
    const Json is = parts.project->value("version", Json());
    if (is != version && !isNewer(is)) return {};
    if (parts.nodes && !parts.nodes->is_array()) return {};
    return parts;
}

void lengthenBones(Json& nodes)
{
    // Each bone depends on its own members only, so the order does not matter.
    for (std::size_t row = 0; row < nodes.size(); ++row) {
        Json* own = ownOf(nodes[row]);
        Json* bone = own ? under(*own, {"bone"}) : nullptr;
        if (!bone || !bone->is_object()) continue;
        if (bone->contains("tip") && bone->contains("eulerOrder")) continue;
        const Json usual = usualBone(nodes, row);
        if (!bone->contains("tip")) {
            (*bone)["tip"] = usual["tip"];
            (*bone)["tipGiven"] = usual["tipGiven"];
        }
        if (!bone->contains("eulerOrder")) (*bone)["eulerOrder"] = usual["eulerOrder"];
    }
}

}  // namespace

void shorten(Json& file)
{
    const auto [project, nodes] = partsOf(file, kShortSchema - 1);
    if (!project) return;
    if (!isNewer((*project)["version"])) (*project)["version"] = kShortSchema;
    for (Json& clip : (*project)["clips"])
        for (const char* list : kLists)
            if (clip.contains(list) && clip[list].empty()) clip.erase(list);
    if (!nodes) return;
    for (std::size_t row = 0; row < nodes->size(); ++row) {
        Json* own = ownOf((*nodes)[row]);
        if (own && own->contains("bone"))
            shortenBone((*own)["bone"], usualBone(*nodes, row));
        else if (own && own->contains("mesh"))
            shortenColor(file, (*nodes)[row], (*own)["mesh"]);
    }
    Json* carries = under(*project, {"carries"});
    if (!carries) return;
    shortenRests(*nodes, *carries);
    shortenPlaces(*nodes, *carries);
}

void lengthen(Json& file) noexcept
{
    try {
        const auto [project, nodes] = partsOf(file, kShortSchema);
        if (!project) return;
        if (!isNewer((*project)["version"])) (*project)["version"] = unsigned(kShortSchema - 1);
        if (Json* clips = under(*project, {"clips"}); clips && clips->is_array())
            for (Json& clip : *clips)
                for (const char* list : kLists)
                    if (clip.is_object() && !clip.contains(list)) clip[list] = Json::array();
        if (!nodes) return;
        Json* carries = under(*project, {"carries"});
        if (carries && carries->is_object()) {
            lengthenRests(*nodes, *carries);
            lengthenPlaces(*nodes, *carries);
        }
        lengthenBones(*nodes);
        for (Json& node : *nodes)
            if (Json* own = ownOf(node))
                if (Json* mesh = under(*own, {"mesh"}); mesh && !mesh->contains("color"))
                    (*mesh)["color"] = usualColor(file, node);
    } catch (const Trouble&) {         // a node that its reader refuses
    } catch (const std::exception&) {  // a member of an unexpected type
    }
}

}  // namespace posewright::io::gltf
