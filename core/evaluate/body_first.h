#pragma once

#include "core/evaluate/prepared.h"

/// Solving groups whose root may move and is placed by a goal. Internal to core/evaluate.
namespace posewright {

/// Whether this goal places the moving root: its effector is the root or a direct child of it, so
/// that the chain has no joint to bend but the root.
bool placesRoot(const ik::Problem& problem, const ik::Goal& goal);

/// As ik::solve, into scratch.solution. If a goal places the root, root and effector are first
/// moved there as one rigid piece, turned as the target is turned, or not at all if the goal asks
/// for no orientation. Then the limbs are solved with the root held, and all joints together solve
/// only what they miss.
void solveBodyFirst(const ik::Solver& solver, const ik::Problem& problem,
                    const ik::Settings& settings, Scratch& scratch);

}  // namespace posewright
