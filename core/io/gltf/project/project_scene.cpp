#include "core/io/gltf/project/project_scene.h"

#include "core/io/gltf/carried/carried_read.h"
#include "core/io/gltf/import/mesh_import.h"
#include "core/io/gltf/import/morph_import.h"
#include "core/io/gltf/import/view_import.h"
#include "core/io/gltf/project/project_extension.h"
#include "core/io/gltf/project/value_json.h"

#include <algorithm>

namespace posewright::io::gltf {

namespace {

bool isCarried(int row, std::size_t count)
{
    return row >= 0 && static_cast<std::size_t>(row) < count;
}

/// Carried cameras and lights are as in the file.
Part partFrom(const Json& file, const Json& extension, const ImportedNode& node,
              const std::vector<ImportedMesh>& meshes, const CarriedRows& carried)
{
    const auto readPart = [](const Json& json, auto part) {
        read(json, part);
        return part;
    };
    if (const Json* json = find(extension, "bone")) return readPart(*json, BonePart{});
    if (const Json* json = find(extension, "mesh")) {
        MeshPart part = readPart(*json, MeshPart{});
        if (node.mesh >= 0) part.mesh = meshes[node.mesh].mesh;
        part.skin = node.skin;
        part.morphs = morphWeights(file, *node.json);
        if (isCarried(node.mesh, carried.meshes)) part.source = node.mesh;
        return part;
    }
    const auto camera = cameraOf(file, *node.json, 1);
    if (camera && isCarried(camera->source, carried.cameras)) return *camera;
    if (const Json* json = find(extension, "camera")) return readPart(*json, CameraPart{});
    const auto light = lightOf(file, *node.json);
    if (light && isCarried(light->source, carried.lights)) return *light;
    if (const Json* json = find(extension, "light")) return readPart(*json, LightPart{});
    return std::monostate{};
}

/// Sorts rows of the project's nodes by their order in the scene, which a node stores if it differs
/// from that in the file.
void inSceneOrder(std::vector<int>& rows, const std::vector<ImportedNode>& nodes)
{
    std::vector<int> ordered(rows.size(), -1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Json& extension = *extensionOf(*nodes[rows[i]].json);
        const Json* given = find(extension, "row");
        const int at = given ? index(*given, rows.size(), "node") : static_cast<int>(i);
        if (ordered[at] >= 0) refuse(given ? *given : extension, "two nodes have one place");
        ordered[at] = rows[i];
    }
    rows = std::move(ordered);
}

/// Rows of the file's nodes that belong to the project, in scene order.
std::vector<int> rowsOfProject(const std::vector<ImportedNode>& nodes)
{
    std::vector<int> rows;
    for (int i = 0; i < std::ssize(nodes); ++i)
        if (const Json* extension = extensionOf(*nodes[i].json);
            extension && find(*extension, "id"))
            rows.push_back(i);
    inSceneOrder(rows, nodes);
    return rows;
}

/// @param rowOf  scene row of each node of the file; -1: not part of the project
std::vector<Skin> skinsFrom(const std::vector<ImportedSkin>& skins, const Json& project,
                            const std::vector<int>& rowOf, const std::vector<Node>& built)
{
    std::vector<Skin> out;
    const std::size_t own = std::min<std::size_t>(count(project, "skins", 0), skins.size());
    for (std::size_t s = 0; s < own; ++s) {
        Skin skin;
        for (const int joint : skins[s].joints)
            skin.joints.push_back(rowOf[joint] < 0 ? NodeId::None : built[rowOf[joint]].id);
        skin.inverseBind = skins[s].inverseBind;
        out.push_back(std::move(skin));
    }
    return out;
}

}  // namespace

Scene sceneFromJson(GltfFile& file, const Json& project, const std::vector<ImportedNode>& nodes,
                    Damage& damage)
{
    Diagnostics none;
    const CarriedRows carried = carriedRows(project);
    const std::vector<ImportedMesh> meshes = importMeshes(file, carried.meshes, none);
    const std::vector<ImportedSkin> imported = importSkins(file, nodes.size());
    const std::vector<int> ours = rowsOfProject(nodes);
    std::vector<int> rowOf(nodes.size(), -1);
    for (std::size_t i = 0; i < ours.size(); ++i) rowOf[ours[i]] = static_cast<int>(i);
    std::vector<Node> built;
    for (const int i : ours) {
        const ImportedNode& from = nodes[i];
        const Json& extension = *extensionOf(*from.json);
        Node node;
        node.id = NodeId(count(member(extension, "id")));
        node.name = from.name;
        node.parent = from.parent < 0 ? kNoNode : rowOf[from.parent];
        node.rest = from.rest;
        if (const Json* at = find(extension, "rest")) read(*at, node.rest);
        if (const Json* parent = find(extension, "parent"))
            node.parent = index(*parent, ours.size(), "node");
        node.part = partFrom(file.json(), extension, from, meshes, carried);
        built.push_back(std::move(node));
    }
    std::vector<Skin> skins = skinsFrom(imported, project, rowOf, built);
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const Json& extension = *extensionOf(*nodes[ours[i]].json);
        const Json* check = find(extension, "crc");
        const NodeIndex above = built[i].parent;
        const NodeId parent = above == kNoNode ? NodeId::None : built[above].id;
        if (check && *check != nodeCheck(extension, built[i], parent, skins))
            damage.places.push_back({nodes[ours[i]].json, nullptr});
    }
    if (const Json* size = find(project, "nodes"); size && count(*size) != built.size())
        damage.places.push_back({size, nullptr});
    auto scene = Scene::make(std::move(built), std::move(skins));
    if (!scene) refuse(member(file.json(), "nodes"), scene.error().message);
    return *std::move(scene);
}

}  // namespace posewright::io::gltf
