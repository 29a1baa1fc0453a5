#pragma once

#include "core/ik/steps/outcome.h"

namespace posewright::ik {

/// The published loop (Aristidou & Lasenby 2011, Algorithms 1 to 3): only full iterations, to the
/// tolerance. Straight chains with the target on their line stay straight, as published; the report
/// says so. Limits are kept in every stage, cones in the paper's form as well as in that of
/// limits.h.
void solveFabrikTextbook(const Problem&, const Settings&, Workspace&, Solution&);

/// The case of a single goal on a chain of free joints, the workspace's Chain.
Outcome solveFabrikTextbookChain(const Problem&, const Goal&, const Settings&, Workspace&,
                                 Solution& out);

}  // namespace posewright::ik
