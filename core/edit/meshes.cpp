#include "core/edit/meshes.h"

#include "core/edit/change.h"
#include "core/scene/rest_place.h"
#include "core/scene/solid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace posewright::edit {

namespace {

constexpr int kInfluences = 4;  ///< per vertex
constexpr int kWhole = 65536;   ///< sum of a vertex's shares

Error aboutShares(std::size_t vertex, const std::string& fault, const char* list)
{
    return refused(fault + " vertex " + std::to_string(vertex), list);
}

/// Writes the edit's shares into the mesh.
Result<void> addShares(Mesh& mesh, const SetSkin& edit)
{
    const std::size_t vertices = mesh.positions.size();
    mesh.joints.resize(vertices);
    mesh.weights.resize(vertices);
    mesh.moreInfluences.clear();
    for (std::size_t i = 0; i < vertices; ++i) {
        int left = kWhole;
        for (int c = 0; c < kInfluences; ++c) {
            const int row = edit.rows[kInfluences * i + c];
            const int share = edit.shares[kInfluences * i + c];
            if (row < 0 || row >= std::ssize(edit.joints))
                return aboutShares(i, "no joint is there for", "/rows");
            if (share < 0 || share > left)
                return aboutShares(i, "there is no such share of", "/shares");
            left -= share;
            mesh.joints[i][c] = static_cast<std::uint16_t>(row);
            mesh.weights[i][c] = static_cast<float>(share) / static_cast<float>(kWhole);
        }
        if (left != 0)
            return aboutShares(i, "shares that do not add up to 65536 stand for", "/shares");
    }
    return {};
}

/// The transform from mesh to joint in the rest pose.
Result<Eigen::Matrix4f> bindMatrix(const WorldTransform& joint, const WorldTransform& mesh,
                                   const std::string& name)
{
    Mat3 inverse;
    bool invertible = false;
    joint.linear.computeInverseWithCheck(inverse, invertible, 1e-30);
    if (!invertible || !inverse.allFinite())
        return refused(quoted(name) + " is scaled to nothing", "/joints");
    Eigen::Matrix4f bind = Eigen::Matrix4f::Identity();
    bind.topLeftCorner<3, 3>() = (inverse * mesh.linear).cast<float>();
    bind.topRightCorner<3, 1>() = (inverse * (mesh.position - joint.position)).cast<float>();
    return bind;
}

/// The number of meshes that use a skin.
auto usersOf(const Scene& scene, int skin)
{
    return std::ranges::count_if(scene.nodes(), [skin](const Node& node) {
        const auto* part = std::get_if<MeshPart>(&node.part);
        return part && part->skin == skin;
    });
}

}  // namespace

Result<Document> make(Document doc, const AddFlesh& edit)
{
    const Scene& scene = *doc.scene;
    const Node& above = scene[scene.find(edit.bone)];
    const BonePart* bone = above.bone();
    if (!bone) return refused(quoted(above.name) + " is no bone", "/bone");
    const double length = bone->tip.norm();
    if (!(length > 0)) return refused(quoted(above.name) + " has no length", "/bone");
    if (!(edit.thickness > 0 && edit.thickness <= 10))
        return refused("the thickness is no share between 0 and 10", "/thickness");
    const double width = edit.thickness * length;
    Node node;
    node.id = newNodeId(doc);
    node.name = uniqueName(scene, above.name + "_flesh");
    node.parent = scene.find(edit.bone);
    MeshPart part;
    part.mesh =
        edit.shape == Solid::Box ? boxAlong(bone->tip, width) : capsuleAlong(bone->tip, width);
    node.part = std::move(part);
    return withNode(std::move(doc), std::move(node), "/bone");
}

Result<Document> make(const Document& doc, const SetSkin& edit)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(edit.mesh);
    const auto* old = std::get_if<MeshPart>(&scene[row].part);
    if (!old) return refused(quoted(scene[row].name) + " is no mesh", "/mesh");
    if (old->skin >= 0 && !edit.again)
        return refused(quoted(scene[row].name) + " is bound already", "/mesh");
    if (old->skin < 0 && edit.again)
        return refused(quoted(scene[row].name) + " is not bound yet", "/mesh");
    const std::size_t rows = kInfluences * old->mesh->positions.size();
    if (rows == 0) return refused(quoted(scene[row].name) + " has no vertices", "/mesh");
    if (edit.joints.empty() || edit.joints.size() > std::numeric_limits<std::uint16_t>::max())
        return refused("a skin has 1 to 65535 joints", "/joints");
    if (edit.rows.size() != rows) return refused("there are not four rows a vertex", "/rows");
    if (edit.shares.size() != rows) return refused("there are not four shares a vertex", "/shares");
    std::vector<NodeId> sorted = edit.joints;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        return refused("a joint is named twice", "/joints");

    Mesh mesh = *old->mesh;
    if (const Result<void> added = addShares(mesh, edit); !added) return added.error();
    const std::vector<WorldTransform> rest = restWorld(scene);
    const WorldTransform place = placeAtRest(scene, row, rest);
    Skin skin;
    for (const NodeId joint : edit.joints) {
        const NodeIndex at = scene.find(joint);
        if (at == row || scene.isAbove(row, at))
            return refused(quoted(scene[at].name) + " hangs on the mesh itself", "/joints");
        Result<Eigen::Matrix4f> bind = bindMatrix(rest[at], place, scene[at].name);
        if (!bind) return bind.error();
        skin.joints.push_back(joint);
        skin.inverseBind.push_back(*bind);
    }
    std::vector<Node> nodes = scene.nodes();
    auto& part = std::get<MeshPart>(nodes[row].part);
    part.mesh = std::move(mesh);
    std::vector<Skin> skins = scene.skins();
    // Skins from the file stay as they are there.
    if (old->skin >= std::ssize(doc.carried->skins) && usersOf(scene, old->skin) == 1) {
        skins[part.skin] = std::move(skin);
    } else {
        part.skin = static_cast<int>(skins.size());
        skins.push_back(std::move(skin));
    }
    Result<Scene> made = Scene::make(std::move(nodes), std::move(skins));
    if (!made) return refused(made.error().message + " (" + made.error().where + ")", "/mesh");
    Document out = doc;
    out.scene = *std::move(made);
    return out;
}

Result<Document> make(Document doc, const AddBox& edit)
{
    if (const Result<void> name = checkName(doc, edit.name); !name) return name.error();
    if (!(edit.size.minCoeff() > 0)) return refused("a side of the box has no length", "/size");
    Node node;
    node.id = newNodeId(doc);
    node.name = edit.name;
    node.rest.translation = edit.position;
    node.rest.scale = edit.size;
    MeshPart part;
    part.mesh = boxAlong(Vec3::UnitY(), 1);
    node.part = std::move(part);
    return withNode(std::move(doc), std::move(node), "/name");
}

}  // namespace posewright::edit
