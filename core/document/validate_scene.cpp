#include "core/document/breach.h"
#include "core/math/bounds.h"

#include <algorithm>
#include <cmath>

namespace posewright {

namespace {

Check checkLimit(const Limit& limit, const std::string& where)
{
    const std::string_view fault = faultOf(limit);
    return fault.empty() ? Check{} : Error{std::string(fault), where};
}

Check checkMorphs(const MeshPart& part, const std::string& where)
{
    const Mesh& mesh = *part.mesh;
    if (part.morphs.size() != mesh.morphs.size())
        return Error{"there is not one weight for each morph of the mesh", where};
    for (const double weight : part.morphs)
        if (!(std::abs(weight) <= kMaxCoordinate))
            return Error{"the weight of a morph is no number, or beyond a billion", where};
    for (const Morph& morph : mesh.morphs) {
        if (morph.positions.size() != morph.vertices.size() ||
            (!morph.normals.empty() && morph.normals.size() != morph.vertices.size()))
            return Error{"a morph is not as long as the vertices that it changes", where};
        for (std::size_t i = 0; i < morph.vertices.size(); ++i)
            if (morph.vertices[i] >= mesh.positions.size() ||
                (i > 0 && morph.vertices[i] <= morph.vertices[i - 1]))
                return Error{"a morph names a vertex that is not there, or not in order", where};
    }
    return {};
}

Check checkMesh(const MeshPart& part, const Scene& scene, const std::string& where)
{
    const Mesh& mesh = *part.mesh;
    const std::size_t count = mesh.positions.size();
    const auto fits = [count](std::size_t size) { return size == 0 || size == count; };
    if (!fits(mesh.normals.size()) || !fits(mesh.joints.size()) || !fits(mesh.weights.size()))
        return Error{"an attribute of the mesh is not as long as its positions", where};
    for (const Influences& more : mesh.moreInfluences)
        if (more.joints.size() != count || more.weights.size() != count)
            return Error{"an attribute of the mesh is not as long as its positions", where};
    if (!fits(mesh.colors.size()) || !fits(mesh.uv[0].size()) || !fits(mesh.uv[1].size()))
        return Error{"an attribute of the mesh is not as long as its positions", where};
    std::size_t drawn = 0;
    for (const MeshPiece& piece : mesh.pieces) {
        if (piece.first != drawn || piece.count % 3 != 0)
            return Error{"the pieces of the mesh are not its triangles", where};
        drawn += piece.count;
    }
    if (!mesh.pieces.empty() && drawn != mesh.indices.size())
        return Error{"the pieces of the mesh are not its triangles", where};
    if (Check breach = checkMorphs(part, where)) return breach;
    if (mesh.indices.size() % 3 != 0) return Error{"the mesh does not end in a triangle", where};
    for (const std::uint32_t index : mesh.indices)
        if (index >= count) return Error{"the mesh has an index beyond its vertices", where};
    if (part.skin == -1) return {};
    if (part.skin < 0 || part.skin >= std::ssize(scene.skins()))
        return Error{"the mesh names a skin that is not there", where};
    const std::size_t joints = scene.skins()[part.skin].joints.size();
    for (const auto& row : mesh.joints)
        for (const std::uint16_t joint : row)
            if (joint >= joints) return Error{"the mesh names a joint beyond its skin", where};
    for (const Influences& more : mesh.moreInfluences)
        for (const auto& row : more.joints)
            for (const std::uint16_t joint : row)
                if (joint >= joints) return Error{"the mesh names a joint beyond its skin", where};
    return {};
}

}  // namespace

Check checkScene(const Scene& scene, const Scene* known)
{
    for (const Node& node : scene.nodes()) {
        const NodeIndex old = known ? known->find(node.id) : kNoNode;
        const Node* before = old == kNoNode ? nullptr : &(*known)[old];
        if (const BonePart* bone = node.bone()) {
            if (Check breach = checkLimit(bone->limit, node.name)) return breach;
            std::array<int, 3> axes = bone->eulerOrder;
            std::sort(axes.begin(), axes.end());
            if (axes != std::array<int, 3>{0, 1, 2})
                return Error{"the Euler order does not name each axis once", node.name};
        } else if (const auto* mesh = std::get_if<MeshPart>(&node.part)) {
            const auto* same = before ? std::get_if<MeshPart>(&before->part) : nullptr;
            const bool checked = same && same->mesh.sameAs(mesh->mesh) &&
                                 same->skin == mesh->skin && same->morphs == mesh->morphs &&
                                 scene.skins() == known->skins();
            if (checked) continue;
            if (Check breach = checkMesh(*mesh, scene, node.name)) return breach;
        }
    }
    for (const Skin& skin : scene.skins())
        if (skin.joints.size() != skin.inverseBind.size())
            return Error{"a skin has not one bind matrix per joint", {}};
    return {};
}

}  // namespace posewright
