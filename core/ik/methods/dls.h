#pragma once

#include "core/ik/steps/outcome.h"

namespace posewright::ik {

/// Damped least squares: Wampler, Manipulator inverse kinematic solutions based on vector
/// formulations and damped least-squares methods, 1986; Buss & Kim, Selectively damped least
/// squares for inverse kinematics, 2005, section 3,
/// for the clamp of the errors. One position goal of free
/// joints costs O(joints) and a 3x3 system per iteration.
void solveDls(const Problem&, const Settings&, Workspace&, Solution& out);

/// The case of a single goal on a chain of free joints, the workspace's Chain.
Outcome solveDlsChain(const Problem&, const Goal&, const Settings&, Workspace&, Solution& out);

}  // namespace posewright::ik
