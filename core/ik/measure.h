#pragma once

#include "core/ik/solver.h"

/// How poses meet their goals that no call of `solve` found: blended ones, or those of a solve over
/// several frames.
namespace posewright::ik {

/// Stretches the chains that may stretch, and fills the report of the pose in `out`: limits that it
/// touches, errors by forward kinematics, and the status of each goal. A pose outside its limits is
/// brought inside first. On entry out.report.status is why the
/// method stopped (Reached, Stalled, IterationLimit or Cancelled).
void measure(const Problem&, const Settings&, Workspace&, Solution& out);

/// The angle that a goal which asks for a turn alone lacks, of an effector placed so: of an aim,
/// between its axis and what it looks at. [rad]
double turnAngle(const GoalKind&, const Vec3& at, const Vec3& position, const Quat& rotation);

}  // namespace posewright::ik
