#pragma once

#include "core/retarget/figure.h"

#include <optional>
#include <vector>

/// The ends of legs. Internal to core/retarget.
namespace posewright::retarget {

/// The ankle, or, for a leg without a foot, the middle of its sole.
struct LegEnd {
    NodeIndex row = kNoNode;  ///< the foot, or the lower leg
    Vec3 at = Vec3::Zero();   ///< in its frame
    bool foot = true;

    Vec3 in(const std::vector<WorldTransform>& world) const { return world[row] * at; }
};

/// A leg without a foot ends at the lowest point of the lower leg's descendants and of the meshes
/// that it moves; below the middle of the meshes, if any. Nullopt: there is no lower leg, or
/// nothing that shows its length. O(nodes + vertices) without a foot.
/// @param up unit, world
/// @param world the reference pose
std::optional<LegEnd> legEnd(const Scene& scene, const Figure& figure,
                             const std::vector<WorldTransform>& world, const Vec3& up,
                             BodySide side);

/// The height of the lowest vertex that a bone and those below it move by half or more, along `up`
/// [m]; nullopt: there is none. O(nodes + vertices)
std::optional<double> lowestVertex(const Scene& scene, NodeIndex top,
                                   const std::vector<WorldTransform>& world, const Vec3& up);

}  // namespace posewright::retarget
