#include "core/ik/report/fill_report.h"

#include "core/ik/measure.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/report/miss.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kMeasuredGrain = 1e-12;  // [rad] violations below this do not count

}  // namespace

void fillReport(const Problem& problem, const Settings& settings, Workspace& workspace,
                Solution& out)
{
    LimitSet& limited = workspace.of<LimitSet>();
    measureLimits(problem, limited, out);
    if (out.report.limitViolation > kMeasuredGrain) {
        clampPose(problem, limited, out.rotations, out.slides);
        out.report.limitViolation = 0;
        out.report.activeLimits.clear();
        measureLimits(problem, limited, out);
    }
    forwardKinematics(problem, out.rotations, out.rootPosition, workspace.positions,
                      workspace.worldRotations, out.slides, out.stretches);
    const Status stopped = out.report.status;
    out.report.status = stopped == Status::Cancelled ? stopped : Status::Inactive;
    for (std::size_t i = 0; i < problem.goals.size(); ++i) {
        const Goal& goal = problem.goals[i];
        GoalReport& report = out.report.goals[i];
        const Vec3& at = workspace.positions[goal.effector];
        const Quat& rotation = workspace.worldRotations[goal.effector];
        Asked asked = askedOf(goal, workspace);
        report.positionError = (asked.position - at).norm();
        report.orientationError = 0;
        if (goal.turnOnly())
            report.orientationError = lackOf(goal.kind, goal.position, at, rotation).by.norm();
        else if (goal.orientation)
            report.orientationError = angleBetween(asked.rotation, rotation);
        // The error that rounding alone can cause far from the origin.
        const double grain = 1e-14 * (asked.position.cwiseAbs().sum() + at.cwiseAbs().sum() +
                                      problem.basePosition.cwiseAbs().sum());
        double length = reach(problem, goal);
        if (goal.meets() >= 0) {
            Goal other = goal;
            other.effector = goal.meets();
            length = std::max(length, reach(problem, other));
        }
        asked.tolerance = settings.tolerance * length + grain;
        asked.turned = report.orientationError <= settings.orientationTolerance;
        const bool there = report.positionError <= asked.tolerance && asked.turned;
        report.status =
            there ? Status::Reached : missed(problem, goal, asked, stopped, out.report, workspace);
        report.eased = report.status == Status::Softened ? report.positionError : 0;
        out.report.status = std::max(out.report.status, report.status);
    }
}

}  // namespace posewright::ik
