#include "core/skinning/surface.h"

#include "core/skinning/shares.h"
#include "core/skinning/skin.h"

#include <algorithm>
#include <array>
#include <map>

namespace posewright::skinning {

namespace {

const MeshPart* surfaceOf(const Node& node)
{
    const auto* part = std::get_if<MeshPart>(&node.part);
    return part && !part->mesh->indices.empty() ? part : nullptr;
}

/// Has it a surface that bones lie in?
bool isFlesh(const Scene& scene, NodeIndex row)
{
    const MeshPart* part = surfaceOf(scene[row]);
    if (!part) return false;
    while (row != kNoNode && !scene[row].bone()) row = scene[row].parent;
    return part->skin >= 0 || row != kNoNode;
}

std::vector<bool> usedJoints(const Mesh& mesh, std::size_t joints)
{
    std::vector<bool> used(joints, false);
    for (std::size_t i = 0; i < mesh.joints.size(); ++i)
        eachShare(mesh, i, [&](std::uint16_t joint, float share) {
            if (share > 0) used[joint] = true;
        });
    return used;
}

Vec3 placeOf(const Vertex& vertex)
{
    return Eigen::Map<const Eigen::Vector3f>(vertex.position.data()).cast<double>();
}

std::vector<Vertex> movedBy(const Scene& scene, NodeIndex row, const MeshPart& part,
                            std::span<const WorldTransform> world,
                            std::span<const MorphWeights> morphs)
{
    std::vector<Vertex> out(part.mesh->positions.size());
    ShapeRoom room;
    const Shape shape = shapeOf(*part.mesh, weightsOf(morphs, scene[row].id, part.morphs), room);
    moveVertices(part, shape, bindMatrices(scene, row, part, world), out);
    return out;
}

/// Every `step`-th vertex of a mesh, with its influences.
Mesh thinned(const Mesh& mesh, std::size_t step)
{
    Mesh few;
    for (std::size_t i = 0; i < mesh.positions.size(); i += step) {
        few.positions.push_back(mesh.positions[i]);
        if (mesh.joints.empty()) continue;
        few.joints.push_back(mesh.joints[i]);
        few.weights.push_back(mesh.weights[i]);
    }
    for (const Influences& more : mesh.moreInfluences) {
        Influences& to = few.moreInfluences.emplace_back();
        for (std::size_t i = 0; i < mesh.positions.size(); i += step) {
            to.joints.push_back(more.joints[i]);
            to.weights.push_back(more.weights[i]);
        }
    }
    for (const Morph& morph : mesh.morphs) {
        Morph& to = few.morphs.emplace_back();
        for (std::size_t i = 0; i < morph.vertices.size(); ++i) {
            if (morph.vertices[i] % step != 0) continue;
            to.vertices.push_back(static_cast<std::uint32_t>(morph.vertices[i] / step));
            to.positions.push_back(morph.positions[i]);
        }
    }
    return few;
}

/// Where a ray hits a triangle from either side (Moeller and Trumbore, Journal of Graphics Tools
/// 2(1), 1997): the distance along the ray, and the barycentric coordinates of the second and third
/// corner.
std::optional<Vec3> meets(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 across = ray.direction.cross(ac);
    const double size = ab.dot(across);
    if (size == 0) return std::nullopt;
    const Vec3 from = ray.origin - a;
    const double u = from.dot(across) / size;
    if (!(u >= 0 && u <= 1)) return std::nullopt;
    const Vec3 other = from.cross(ab);
    const double v = ray.direction.dot(other) / size;
    if (!(v >= 0 && u + v <= 1)) return std::nullopt;
    const double t = ac.dot(other) / size;
    if (!(t >= 0)) return std::nullopt;
    return Vec3(t, u, v);
}

NodeId strongestJoint(const Mesh& mesh, const Skin& skin, std::span<const std::uint32_t> corners,
                      const Vec3& met)
{
    std::map<int, double> shares;
    const std::array<double, 3> part{{1 - met.y() - met.z(), met.y(), met.z()}};
    for (int k = 0; k < 3; ++k) {
        eachShare(mesh, corners[k],
                  [&](std::uint16_t joint, float share) { shares[joint] += part[k] * share; });
    }
    const auto most =
        std::max_element(shares.begin(), shares.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return skin.joints[most->first];
}

}  // namespace

bool hasSurface(const Scene& scene, std::span<const NodeId> hidden)
{
    const std::vector<Node>& nodes = scene.nodes();
    return std::any_of(nodes.begin(), nodes.end(), [&](const Node& node) {
        return surfaceOf(node) && !std::binary_search(hidden.begin(), hidden.end(), node.id);
    });
}

bool hasFlesh(const Scene& scene, std::span<const NodeId> hidden)
{
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (isFlesh(scene, row) && !std::binary_search(hidden.begin(), hidden.end(), scene[row].id))
            return true;
    return false;
}

std::vector<NodeId> besideFigures(const Scene& scene)
{
    std::vector<NodeId> beside;
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (surfaceOf(scene[row]) && !isFlesh(scene, row)) beside.push_back(scene[row].id);
    std::sort(beside.begin(), beside.end());
    return beside;
}

std::vector<bool> movers(const Scene& scene)
{
    std::vector<bool> out(scene.size(), false);
    bool skinned = false;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const MeshPart* part = surfaceOf(scene[row]);
        if (!part) continue;
        out[row] = true;
        if (part->skin < 0) continue;
        skinned = true;
        const Skin& skin = scene.skins()[part->skin];
        const std::vector<bool> used = usedJoints(*part->mesh, skin.joints.size());
        for (std::size_t i = 0; i < used.size(); ++i)
            if (used[i]) out[scene.find(skin.joints[i])] = true;
    }
    if (!skinned) return std::vector<bool>(scene.size(), true);
    for (NodeIndex row = scene.size() - 1; row >= 0; --row)
        if (out[row] && scene[row].parent != kNoNode) out[scene[row].parent] = true;
    return out;
}

std::vector<Vec3> surfacePoints(const Scene& scene, std::span<const WorldTransform> world,
                                std::span<const MorphWeights> morphs, int most,
                                std::span<const NodeId> hidden)
{
    std::vector<Vec3> points;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const MeshPart* part = surfaceOf(scene[row]);
        if (!part || std::binary_search(hidden.begin(), hidden.end(), scene[row].id)) continue;
        const Mesh& mesh = *part->mesh;
        const std::size_t step = mesh.positions.size() / static_cast<std::size_t>(most) + 1;
        MeshPart some = *part;
        some.mesh = thinned(mesh, step);
        for (const Vertex& vertex : movedBy(scene, row, some, world, morphs)) {
            const Vec3 place = placeOf(vertex);
            if (place.allFinite()) points.push_back(place);
        }
    }
    return points;
}

std::optional<SurfaceHit> surfaceUnder(const Scene& scene, std::span<const WorldTransform> world,
                                       std::span<const MorphWeights> morphs, const Ray& ray,
                                       std::span<const NodeId> hidden,
                                       const std::vector<bool>& ignored)
{
    std::optional<SurfaceHit> first;
    const auto isIgnored = [&](NodeId node) {
        return !ignored.empty() && ignored[static_cast<std::size_t>(scene.find(node))];
    };
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const MeshPart* part = surfaceOf(scene[row]);
        if (!part || std::binary_search(hidden.begin(), hidden.end(), scene[row].id)) continue;
        const std::vector<Vertex> moved = movedBy(scene, row, *part, world, morphs);
        const std::vector<std::uint32_t>& indices = part->mesh->indices;
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
            const Vec3 a = placeOf(moved[indices[i]]);
            const Vec3 b = placeOf(moved[indices[i + 1]]);
            const Vec3 c = placeOf(moved[indices[i + 2]]);
            const auto met = meets(ray, a, b, c);
            if (!met || (first && first->distance <= met->x())) continue;
            const bool skinned = part->skin >= 0 && !part->mesh->joints.empty();
            const NodeId node = skinned ? strongestJoint(*part->mesh, scene.skins()[part->skin],
                                                         {indices.data() + i, 3}, *met)
                                        : carrierOf(scene, row);
            if (isIgnored(node)) continue;
            const Vec3 across = (b - a).cross(c - a).normalized();
            first =
                SurfaceHit{node, met->x(), across.dot(ray.direction) > 0 ? Vec3(-across) : across};
        }
    }
    return first;
}

std::optional<Vec3> middleUnder(const Scene& scene, std::span<const WorldTransform> world,
                                std::span<const MorphWeights> morphs, const Ray& ray,
                                std::span<const NodeId> hidden)
{
    const auto in = surfaceUnder(scene, world, morphs, ray, hidden);
    if (!in) return std::nullopt;
    const double past = in->distance * (1 + 1e-9) + 1e-9 * extent(scene);
    const Ray on{ray.origin + past * ray.direction, ray.direction};
    const auto out = surfaceUnder(scene, world, morphs, on, hidden);
    if (!out) return std::nullopt;
    return Vec3(on.origin + (in->distance + past + out->distance) / 2 * ray.direction -
                past * ray.direction);
}

}  // namespace posewright::skinning
