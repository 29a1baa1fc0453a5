#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// Two bones by the law of cosines (Euclid, Elements, II.12-13; Kahan, Miscalculating area and
/// angles of a needle-like triangle, section 2), to 1e-12 of their length: as gauss-newton does
/// where the middle joint is free. Where it is a hinge, the distance that the target asks for is
/// met by the hinge's angle alone, the nearer one of the two that do, or the allowed one that comes
/// nearest; the root turns the rest of the way by the least arc, and about the line to the target
/// until the middle bends towards the pole.
void solveTwoBone(const Problem&, const Settings&, Workspace&, Solution&);

}  // namespace posewright::ik
