#pragma once

#include "core/ik/steps/outcome.h"
#include "core/ik/steps/watch.h"

namespace posewright::ik {

/// Gauss-Newton on the directions of the bones: turns them until the chain ends at `goal`
/// (relative to its root [m]) to `tolerance` [m]. With the directions as unknowns nothing depends
/// on the order of the joints, and J J^T = sum d^2 (I - u u^T) is 3x3 (Buss, Introduction to
/// inverse kinematics, 2004, gives the form for joint angles). O(bones) per iteration. Steps depend
/// on nothing but the pose, so the result is continuous in start and goal wherever the method's
/// limit is. Iterations are counted on from `before`.
Outcome newtonOnDirections(Chain&, const Goal&, const Vec3& goal, double tolerance, int before,
                           int maxIterations, const Watch&);

}  // namespace posewright::ik
