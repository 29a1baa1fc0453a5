#pragma once

#include "core/scene/limits/box.h"

/// Three intrinsic Euler angles in any order of three different axes.
namespace posewright::limits {

/// q = turn(order[0], angles[0]) * turn(order[1], angles[1]) * turn(order[2], angles[2]).
Quat fromEuler(const std::array<int, 3>& order, const std::array<double, 3>& angles);

/// The angles, the middle one in [-pi/2, pi/2]. If that is +-pi/2, the split between the other two
/// is undefined, and the first is 0.
std::array<double, 3> toEuler(const std::array<int, 3>& order, const Quat& q);

/// The angles, in the box's order, of the rotation inside the box that is nearest to `q`. Starts
/// from both ways to write `q` as angles, clamped, and sets each angle in turn to its best value
/// until none changes. `moved` is set to whether `q` itself is outside by more than 1e-12 rad.
std::array<double, 3> nearestInBox(const BoxLimit&, const Quat& q, bool& moved);

}  // namespace posewright::limits
