#pragma once

#include "core/scene/limits/box.h"

/// Three intrinsic Euler angles in any order of three different axes.
namespace posewright::limits {

/// q = turn(order[0], angles[0]) * turn(order[1], angles[1]) * turn(order[2], angles[2]).
Quat fromEuler(const std::array<int, 3>& order, const std::array<double, 3>& angles);

/// The angles with the middle one in [-pi/2, pi/2]. Where that one is +-pi/2 the split between the
/// other two is not defined, and the first is 0.
std::array<double, 3> toEuler(const std::array<int, 3>& order, const Quat& q);

/// The angles, inside the box and in the order that they turn in, of the rotation nearest to `q`.
/// From both ways to write `q` as angles, clamped, each angle in turn is set to its best value
/// until nothing moves. `moved` tells whether `q` itself is outside, by more than 1e-12 rad.
std::array<double, 3> nearestInBox(const BoxLimit&, const Quat& q, bool& moved);

}  // namespace posewright::limits
