#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// Fills a solution's report for the pose that it holds: touched limits, errors by forward
/// kinematics, and the status of each goal. A pose outside its limits is clamped first. @pre
/// report.status says why the solver stopped, report.goals has a row per goal, and the workspace's
/// LimitSet is that of findLimited for this problem
void fillReport(const Problem&, const Settings&, Workspace&, Solution& out);

}  // namespace posewright::ik
