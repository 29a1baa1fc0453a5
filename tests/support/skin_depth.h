#pragma once

#include "core/document/document.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

/// Where the vertices of skins are, blended here.
namespace posewright::test {

/// The vertices that a bone and those below it move by more than half together.
class SkinPart {
public:
    SkinPart(const Scene& scene, NodeIndex top)
    {
        for (const Node& node : scene.nodes()) {
            const auto* drawn = std::get_if<MeshPart>(&node.part);
            if (drawn && drawn->skin >= 0) add(scene, *drawn, top);
        }
    }

    bool empty() const { return vertices_.empty(); }

    std::vector<Vec3> places(const std::vector<WorldTransform>& world) const
    {
        std::vector<Vec3> out;
        out.reserve(vertices_.size());
        for (const std::vector<Pull>& pulls : vertices_) {
            Vec3 place = Vec3::Zero();
            for (const Pull& pull : pulls)
                place += pull.share * (world[pull.row].linear * pull.at + world[pull.row].position);
            out.push_back(place);
        }
        return out;
    }

private:
    struct Pull {
        NodeIndex row = kNoNode;
        double share = 0;
        Vec3 at;  ///< in the frame of the bone
    };

    void add(const Scene& scene, const MeshPart& drawn, NodeIndex top)
    {
        const Skin& skin = scene.skins()[std::size_t(drawn.skin)];
        std::vector<NodeIndex> rows;
        for (const NodeId joint : skin.joints) rows.push_back(scene.find(joint));
        const Mesh& mesh = *drawn.mesh;
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            const Vec3 at = mesh.positions[v].cast<double>();
            double inside = 0;
            std::vector<Pull> pulls;
            for (int k = 0; k < 4; ++k) {
                const double share = mesh.weights[v][k];
                if (share <= 0) continue;
                const std::size_t joint = mesh.joints[v][k];
                const Eigen::Matrix4d bind = skin.inverseBind[joint].cast<double>();
                const NodeIndex row = rows[joint];
                pulls.push_back(
                    {row, share, bind.topLeftCorner<3, 3>() * at + bind.topRightCorner<3, 1>()});
                if (row == top || scene.isAbove(top, row)) inside += share;
            }
            if (inside > 0.5) vertices_.push_back(std::move(pulls));
        }
    }

    std::vector<std::vector<Pull>> vertices_;
};

inline std::vector<Vec3> skinBelow(const Scene& scene, const std::vector<WorldTransform>& world,
                                   NodeIndex top)
{
    return SkinPart(scene, top).places(world);
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
