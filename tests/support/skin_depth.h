#pragma once

#include "core/document/document.h"

#include <algorithm>
#include <limits>
#include <vector>

/// Where the vertices of skins are, blended here.
namespace posewright::test {

/// The places of the vertices that a bone and those below it move by more than half together.
inline std::vector<Vec3> skinBelow(const Scene& scene, const std::vector<WorldTransform>& world,
                                   NodeIndex top)
{
    std::vector<Vec3> out;
    for (const Node& node : scene.nodes()) {
        const auto* drawn = std::get_if<MeshPart>(&node.part);
        if (!drawn || drawn->skin < 0) continue;
        const Skin& skin = scene.skins()[std::size_t(drawn->skin)];
        const Mesh& mesh = *drawn->mesh;
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            const Vec3 at = mesh.positions[v].cast<double>();
            double inside = 0;
            Vec3 place = Vec3::Zero();
            for (int k = 0; k < 4; ++k) {
                const double share = mesh.weights[v][k];
                if (share <= 0) continue;
                const std::size_t joint = mesh.joints[v][k];
                const NodeIndex row = scene.find(skin.joints[joint]);
                const Eigen::Matrix4d bind = skin.inverseBind[joint].cast<double>();
                const Vec3 own = bind.topLeftCorner<3, 3>() * at + bind.topRightCorner<3, 1>();
                place += share * (world[row].linear * own + world[row].position);
                if (row == top || scene.isAbove(top, row)) inside += share;
            }
            if (inside > 0.5) out.push_back(place);
        }
    }
    return out;
}

/// The lowest of these along Y. [m]
inline double lowestSkin(const Scene& scene, const std::vector<WorldTransform>& world,
                         NodeIndex top)
{
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vec3& place : skinBelow(scene, world, top)) lowest = std::min(lowest, place.y());
    return lowest;
}

}  // namespace posewright::test
