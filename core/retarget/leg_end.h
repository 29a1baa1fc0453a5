#pragma once

#include "core/retarget/figure.h"

#include <optional>
#include <vector>

/// Where legs end. Inside of core/retarget.
namespace posewright::retarget {

/// The ankle; of a leg without a foot the middle of its sole.
struct LegEnd {
    NodeIndex row = kNoNode;  ///< the foot, or the lower leg
    Vec3 at = Vec3::Zero();   ///< in its frame
    bool foot = true;

    Vec3 in(const std::vector<WorldTransform>& world) const { return world[row] * at; }
};

/// A leg without a foot ends as deep as what hangs on its lower bone reaches and the meshes that
/// this moves; below their middle where there are meshes. Empty: no lower leg, or nothing to tell
/// its length by. O(nodes + vertices) without a foot.
/// @param up unit, of the world
/// @param world the reference pose
std::optional<LegEnd> legEnd(const Scene& scene, const Figure& figure,
                             const std::vector<WorldTransform>& world, const Vec3& up,
                             BodySide side);

}  // namespace posewright::retarget
