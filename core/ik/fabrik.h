#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// Two full iterations of FABRIK, then Gauss-Newton on the directions of the bones (for goals that
/// share joints: on bodies): FABRIK's pose at a fixed, small number of iterations, and continuous.
void solveFabrik(const Problem&, const Settings&, Workspace&, Solution&);

/// The published loop: full iterations to the tolerance and nothing else. Straight chains with the
/// target on their line stay straight, as published; the report says so.
void solveFabrikTextbook(const Problem&, const Settings&, Workspace&, Solution&);

}  // namespace posewright::ik
