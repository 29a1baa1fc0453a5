#pragma once

#include "core/evaluate/prepared.h"

/// Where a root may move, and a goal says where it belongs. Not for use outside core/evaluate.
namespace posewright {

/// Whether this goal places the moving root: its effector is the root or hangs right on it. Such a
/// chain has nothing to bend but the root itself.
bool placesRoot(const ik::Problem& problem, const ik::Goal& goal);

/// As ik::solve, into scratch.solution. Where a goal places the root, the root is first carried
/// there in one piece with the effector: it turns as far as the target is turned, and not at all
/// where the goal asks for no orientation. Then the limbs follow with the root held, and only what
/// they miss is left to all joints together.
void solveBodyFirst(const ik::Solver& solver, const ik::Problem& problem,
                    const ik::Settings& settings, Scratch& scratch);

}  // namespace posewright
