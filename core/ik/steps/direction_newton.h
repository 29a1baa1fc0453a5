#pragma once

#include "core/ik/steps/outcome.h"
#include "core/ik/steps/watch.h"

namespace posewright::ik {

/// Gauss-Newton on the directions of the bones: turns them until the chain ends at `goal` (relative
/// to its root [m]) to `tolerance` [m]. With directions as unknowns the order of the joints does
/// not matter, and J J^T = sum d^2 (I - u u^T) is 3x3 (Buss, Introduction to inverse kinematics,
/// 2004, gives the form for joint angles). O(bones) per iteration. Each step depends only on the
/// pose, so the result is continuous in start and goal wherever the limit of the iteration is.
/// Iterations are counted from `before`.
Outcome newtonOnDirections(Chain&, const Goal&, const Vec3& goal, double tolerance, int before,
                           int maxIterations, const Watch&);

}  // namespace posewright::ik
