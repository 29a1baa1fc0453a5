#pragma once

#include "core/ik/solver.h"
#include "core/ik/steps/outcome.h"

namespace posewright::ik {

/// One full iteration of FABRIK (Aristidou & Lasenby 2011, Algorithm 1; two where goals share
/// joints, Algorithm 2), then Gauss-Newton on the directions of the bones, or on bodies: the pose
/// is FABRIK's, but continuous and after a small, fixed number of iterations. Under limits every
/// joint is clamped in both stages (section 4.4), and lm finishes.
void solveFabrik(const Problem&, const Settings&, Workspace&, Solution&);

/// The case of a single goal on a chain of free joints, the workspace's Chain.
Outcome solveFabrikChain(const Problem&, const Goal&, const Settings&, Workspace&, Solution& out);

}  // namespace posewright::ik
