#pragma once

#include "core/document/document.h"
#include "core/retarget/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

/// How deep the skin of forearms and hands is in the trunk of a character, by rays. Shares nothing
/// with what keeps them out.
namespace posewright::test {

/// A vertex as it is blended, and how much of it the bones of a part move.
struct PartVertex {
    Vec3 place = Vec3::Zero();
    double share = 0;
};

/// @param part by row
inline std::vector<PartVertex> verticesOf(const Scene& scene, const MeshPart& drawn,
                                          const std::vector<WorldTransform>& world,
                                          const std::vector<bool>& part)
{
    const Skin& skin = scene.skins()[std::size_t(drawn.skin)];
    const Mesh& mesh = *drawn.mesh;
    std::vector<PartVertex> out(mesh.positions.size());
    for (std::size_t v = 0; v < out.size(); ++v)
        for (int k = 0; k < 4; ++k) {
            const double share = mesh.weights[v][k];
            if (share <= 0) continue;
            const NodeIndex row = scene.find(skin.joints[mesh.joints[v][k]]);
            const Eigen::Matrix4d bind = skin.inverseBind[mesh.joints[v][k]].cast<double>();
            const Vec3 own = bind.topLeftCorner<3, 3>() * mesh.positions[v].cast<double>() +
                             bind.topRightCorner<3, 1>();
            out[v].place += share * (world[row].linear * own + world[row].position);
            if (part[std::size_t(row)]) out[v].share += share;
        }
    return out;
}

inline std::vector<bool> rowsBelow(const Scene& scene, NodeIndex top,
                                   const std::vector<NodeIndex>& without = {})
{
    std::vector<bool> out(std::size_t(scene.size()), false);
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        out[std::size_t(row)] = row == top || scene.isAbove(top, row);
        for (const NodeIndex other : without)
            if (row == other || scene.isAbove(other, row)) out[std::size_t(row)] = false;
    }
    return out;
}

/// How far along a ray a triangle is; infinite where it is missed.
inline double alongRay(const Vec3& from, const Vec3& way, const std::array<Vec3, 3>& t)
{
    Mat3 sides;
    sides << t[1] - t[0], t[2] - t[0], -way;
    const Vec3 found = sides.fullPivLu().solve(from - t[0]);
    const bool hit = std::abs(sides.determinant()) > 1e-15 && found.x() >= 0 && found.y() >= 0 &&
                     found.x() + found.y() <= 1 && found.z() > 0;
    return hit ? found.z() : std::numeric_limits<double>::infinity();
}

/// Of all vertices of a forearm, from its middle on, and its hand: how far the deepest is from the
/// nearest skin of the trunk, of those around which there is skin in each of eight directions
/// across the axis of the body. [m]
inline double deepestInTrunk(const Scene& scene, const retarget::Figure& figure,
                             const std::vector<WorldTransform>& world, bool left)
{
    using retarget::Role;
    const auto row = [&](Role role) { return figure.first(role); };
    const std::vector<bool> trunk =
        rowsBelow(scene, row(Role::Hips),
                  {row(Role::Head), row(Role::LeftUpperArm), row(Role::RightUpperArm),
                   row(Role::LeftUpperLeg), row(Role::RightUpperLeg)});
    const NodeIndex elbow = row(left ? Role::LeftLowerArm : Role::RightLowerArm),
                    hand = row(left ? Role::LeftHand : Role::RightHand);
    const std::vector<bool> arm = rowsBelow(scene, elbow);
    const Vec3 top = world[elbow].position, line = world[hand].position - top;
    const Vec3 up =
        ((world[row(Role::LeftUpperArm)].position + world[row(Role::RightUpperArm)].position) / 2 -
         world[row(Role::Hips)].position)
            .normalized();
    std::vector<std::array<Vec3, 3>> triangles;
    std::vector<Vec3> places;
    for (const Node& node : scene.nodes()) {
        const auto* drawn = std::get_if<MeshPart>(&node.part);
        if (!drawn || drawn->skin < 0) continue;
        const auto body = verticesOf(scene, *drawn, world, trunk);
        const auto& indices = drawn->mesh->indices;
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
            const PartVertex &a = body[indices[i]], &b = body[indices[i + 1]],
                             &c = body[indices[i + 2]];
            if (a.share > 0.5 && b.share > 0.5 && c.share > 0.5)
                triangles.push_back({a.place, b.place, c.place});
        }
        for (const PartVertex& vertex : verticesOf(scene, *drawn, world, arm))
            if (vertex.share > 0.5 && line.dot(vertex.place - top) > line.squaredNorm() / 2)
                places.push_back(vertex.place);
    }
    const Vec3 across = up.unitOrthogonal(), other = up.cross(across);
    double deepest = 0;
    for (const Vec3& place : places) {
        double nearest = std::numeric_limits<double>::infinity();
        for (int k = 0; k < 8 && nearest > deepest; ++k) {
            const double angle = 0.3 + M_PI / 4 * k;
            const Vec3 way = std::cos(angle) * across + std::sin(angle) * other;
            double first = std::numeric_limits<double>::infinity();
            for (const auto& triangle : triangles)
                first = std::min(first, alongRay(place, way, triangle));
            nearest = std::isinf(first) ? 0 : std::min(nearest, first);
        }
        deepest = std::max(deepest, nearest);
    }
    return deepest;
}

}  // namespace posewright::test
