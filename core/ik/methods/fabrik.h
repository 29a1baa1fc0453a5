#pragma once

#include "core/ik/solver.h"
#include "core/ik/steps/outcome.h"

namespace posewright::ik {

/// One full iteration of FABRIK (Aristidou & Lasenby 2011, Algorithm 1; two where goals share
/// joints, Algorithm 2), then Gauss-Newton on the directions of the bones, or on bodies: FABRIK's
/// pose at a fixed, small number of iterations, and continuous. Under limits every joint is clamped
/// in both stages (section 4.4), and lm finishes.
void solveFabrik(const Problem&, const Settings&, Workspace&, Solution&);

/// The published loop (Aristidou & Lasenby 2011, Algorithms 1 to 3): full iterations to the
/// tolerance and nothing else. Straight chains with the target on their line stay straight, as
/// published; the report says so. Limits are kept in every stage, cones in the paper's form as well
/// as in that of limits.h.
void solveFabrikTextbook(const Problem&, const Settings&, Workspace&, Solution&);

/// The part of each for a goal alone, on the workspace's Chain, of free joints.
Outcome solveFabrikChain(const Problem&, const Goal&, const Settings&, Workspace&, Solution& out);
Outcome solveFabrikTextbookChain(const Problem&, const Goal&, const Settings&, Workspace&,
                                 Solution& out);

}  // namespace posewright::ik
