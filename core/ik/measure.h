#pragma once

#include "core/ik/solver.h"

/// Reports for poses that were not found by `solve`: blended ones, or those of a solve over several
/// frames.
namespace posewright::ik {

/// Stretches the chains that may stretch, and fills the report of the pose in `out`: touched
/// limits, errors by forward kinematics, and the status of each goal. A pose outside its limits is
/// clamped first. @pre out.report.status is why the method stopped (Reached, Stalled,
/// IterationLimit or Cancelled).
void measure(const Problem&, const Settings&, Workspace&, Solution& out);

}  // namespace posewright::ik
