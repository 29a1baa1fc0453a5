#pragma once

#include "core/ik/solver.h"
#include "core/ik/steps/outcome.h"

namespace posewright::ik {

/// The default of evaluation (Buss, Introduction to inverse kinematics with Jacobian transpose,
/// pseudoinverse and damped least squares methods, 2004, section 4, for the normal equations):
/// turns the start rigidly towards the goal, then Gauss-Newton on the directions of the bones; two
/// bones by the law of cosines; several goals that share joints by newtonOnBodies. Converges beyond
/// the tolerance (see `polished`), so that the pose does not depend on the number of iterations.
/// Hands over to `lm` if a joint is limited; the report says so.
void solveGaussNewton(const Problem&, const Settings&, Workspace&, Solution&);

/// The case of a single goal on a chain of free joints, the workspace's Chain.
Outcome solveGaussNewtonChain(const Problem&, const Goal&, const Settings&, Workspace&,
                              Solution& out);

}  // namespace posewright::ik
