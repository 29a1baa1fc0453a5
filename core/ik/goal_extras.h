#pragma once

#include "core/ik/goal_joints.h"

/// What `solve` does about goals before and after each solver, so that all of them serve it.
namespace posewright::ik {

/// The goals of a problem as solvers see them where some are pinned: those weigh ten thousand times
/// as much, and a goal whose chain runs through a pinned effector begins there, or below it where
/// the pin asks for an orientation.
void pin(const Problem&, std::vector<Goal>& goals);

/// Lengthens the chains of goals that may stretch, all bones of one by one factor, so that the
/// effector comes as near to its goal as that can bring it. The pose keeps its shape: what a soft
/// reach holds back is what the bones make up for.
void stretch(const Problem&, Workspace&, Solution&);

/// By how much [1, 1 + most] a chain from `root` to `tip` has to be longer, to reach `target`.
double stretchFactor(const Vec3& root, const Vec3& tip, const Vec3& target, double most);

}  // namespace posewright::ik
