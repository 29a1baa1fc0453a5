#pragma once

#include "core/ik/solver.h"

namespace posewright::test {

/// A method as anybody might add one: a source, and a row in the table of core/ik/solvers.cpp.
/// Turns each joint, from the effector's parent up to the root, by a part of the angle that would
/// bring the effector in line with its goal.
ik::Solver exampleSolver();

}  // namespace posewright::test
