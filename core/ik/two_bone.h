#pragma once

#include "core/ik/chain.h"

namespace posewright::ik {

/// Directions of two bones that end at distance `goal.norm()` along `goal` (relative to the root
/// [m]), by the law of cosines (Kahan, Miscalculating area and angles of a
/// needle-like triangle); the knee stays on the side of the line where the chain has it now,
/// and goes to its preferred side where the chain lies on one line. `slack` [m] > 0 keeps the chain
/// that much short of its full fold, so that it never loses the plane that it bends in. Beyond the
/// reach the bones lie along the goal. Returns whether the preferred side was needed.
/// @pre both bones have a length
bool bendTwoBones(const Problem&, Chain&, const Vec3& goal, const std::optional<Vec3>& pole,
                  double slack);

}  // namespace posewright::ik
