#include "core/ik/report/miss.h"

#include "core/ik/model/goal_joints.h"
#include "core/ik/model/soft_reach.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

// The lowest common ancestor of two joints.
JointIndex meetingRoot(const Problem& problem, JointIndex a, JointIndex b)
{
    while (a != b) (a > b ? a : b) = problem.joints[std::max(a, b)].parent;
    return a;
}

// Whether a loop's bones cannot close, however its joints turn. The two bones just below the common
// ancestor of both chains are rigid relative to each other.
bool cannotMeet(const Problem& problem, const Goal& goal, double tolerance)
{
    const JointIndex top = meetingRoot(problem, goal.effector, goal.meets());
    double sum = goal.position.norm();
    double longest = sum;
    Vec3 between = Vec3::Zero();
    for (const bool other : {false, true}) {
        JointIndex j = other ? goal.meets() : goal.effector;
        for (; j != top; j = problem.joints[j].parent) {
            const Vec3& offset = problem.joints[j].offset;
            if (problem.joints[j].parent == top) {
                between += other ? Vec3(-offset) : offset;
                continue;
            }
            sum += offset.norm();
            longest = std::max(longest, offset.norm());
        }
    }
    sum += between.norm();
    longest = std::max(longest, between.norm());
    return 2 * longest - sum > tolerance;
}

// How fast the goal's error would fall if the joint turned. [m]
Vec3 pullAt(const Problem& problem, const Goal& goal, const Asked& asked, JointIndex j,
            const Workspace& workspace)
{
    const Vec3& at = workspace.positions[goal.effector];
    const Quat& rotation = workspace.worldRotations[goal.effector];
    const double size = reach(problem, goal);
    Vec3 turn = Vec3::Zero();
    if (goal.turnOnly()) turn = lackOf(goal.kind, goal.position, at, rotation).by;
    if (goal.orientation) turn = rotationVector(asked.rotation * rotation.conjugate());
    Vec3 pull = turn * (size > 0 ? size : 1);
    const Vec3 arm = at - workspace.positions[j];
    const double longest = std::max(size, arm.norm());
    if (j != goal.effector && longest > 0) pull += arm.cross(asked.position - at) / longest;
    return pull;
}

// First-order decrease of a goal's error when a joint turns or slides.
struct Slope {
    double allowed = 0;  ///< by the joint's degrees of freedom, [m], or [rad] for an aim
    double lost = 0;     ///< by rotations that its limit excludes
    double scale = 0;    ///< of both
};

Slope slopeOf(const Problem& problem, const Goal& goal, const Asked& asked, JointIndex j,
              const Workspace& workspace)
{
    const Vec3 off = asked.position - workspace.positions[goal.effector];
    const Vec3 pull = pullAt(problem, goal, asked, j, workspace);
    const Joint& joint = problem.joints[j];
    const Quat frame =
        (joint.parent < 0 ? problem.baseRotation : workspace.worldRotations[joint.parent]) *
        joint.rest;
    Slope slope;
    slope.scale = off.norm() + pullAt(problem, goal, asked, goal.effector, workspace).norm();
    if (const auto* hinge = std::get_if<HingeLimit>(&joint.limit)) {
        slope.allowed = std::abs(pull.dot(frame * hinge->axis));
        slope.lost = (pull - pull.dot(frame * hinge->axis) * (frame * hinge->axis)).norm();
    } else if (const auto* slide = std::get_if<PrismaticLimit>(&joint.limit)) {
        slope.allowed = std::abs(off.dot(frame * slide->axis));
        slope.lost = pull.norm();
    } else if (std::holds_alternative<FixedLimit>(joint.limit)) {
        slope.lost = pull.norm();
    } else {
        slope.allowed = pull.norm();
    }
    return slope;
}

// Whether a limit in the goal's chain can be the reason for a miss.
bool restrained(const Problem& problem, const Goal& goal, const Asked& asked, const Report& report,
                bool alone, const Workspace& workspace)
{
    const auto touched = [&](JointIndex j) {
        return std::ranges::find(report.activeLimits, j, &ActiveLimit::joint) !=
               report.activeLimits.end();
    };
    bool active = touched(goal.effector);
    bool lacking = false;
    bool atRest = true;
    forTurned(problem, goal, [&](JointIndex j) {
        active |= touched(j);
        if (goal.meets() >= 0) return;
        constexpr double kNothing = 1e-3;
        const Slope slope = slopeOf(problem, goal, asked, j, workspace);
        atRest &= slope.allowed <= kNothing * slope.scale;
        lacking |= slope.lost > kNothing * slope.scale;
    });
    return active || (alone && lacking && atRest);
}

// Whether the pose is where the goal's ease puts it, or between there and the goal, since stretched
// bones make up for some of it. Ease does not explain any other miss.
bool isEased(const Problem& problem, const Goal& goal, const Asked& asked,
             const Workspace& workspace)
{
    constexpr double kThere = 1e-6;  // of the reach
    const Vec3& root = workspace.positions[goal.root];
    const Vec3 way = asked.position - root;
    const double distance = way.norm();
    const double whole = reach(problem, goal);
    const double to = softDistance(distance, goal.least, whole, goal.soft);
    if (!(distance > 0) || to == distance) return false;
    const Vec3 off = workspace.positions[goal.effector] - root;
    const double along =
        std::clamp(off.dot(way) / distance, std::min(to, distance), std::max(to, distance));
    return (off - way * (along / distance)).norm() <= std::max(asked.tolerance, kThere * whole);
}

}  // namespace

Asked askedOf(const Goal& goal, const Workspace& workspace)
{
    Asked asked{goal.position, workspace.worldRotations[goal.effector]};
    if (goal.orientation) asked.rotation = *goal.orientation;
    if (!goal.arrives()) {
        // The nearest place that satisfies the goal.
        asked.position = workspace.positions[goal.effector];
        if (!goal.turnOnly())
            asked.position += lackOf(goal.kind, goal.position, asked.position, asked.rotation).by;
    }
    if (goal.meets() >= 0) {
        const Quat& frame = workspace.worldRotations[goal.meets()];
        asked.position = workspace.positions[goal.meets()] + frame * goal.position;
        if (goal.orientation) asked.rotation = frame * asked.rotation;
    }
    return asked;
}

Status missed(const Problem& problem, const Goal& goal, const Asked& asked, Status stopped,
              const Report& report, const Workspace& workspace)
{
    if (stopped == Status::Cancelled) return stopped;
    double longest = 0;
    for (JointIndex j = goal.effector; j != goal.root; j = problem.joints[j].parent)
        longest = std::max(longest, problem.joints[j].offset.norm());
    const double whole = reach(problem, goal) * (1 + goal.stretch);
    const Vec3 point = goal.arrives() ? asked.position : goal.position;
    const double distance = (point - workspace.positions[goal.root]).norm();
    if (goal.meets() >= 0) {
        if (!slides(problem, goal) && cannotMeet(problem, goal, asked.tolerance))
            return Status::Unreachable;
    } else if (!goal.turnOnly() && !(problem.rootMoves && goal.root == 0) &&
               !slides(problem, goal)) {
        const Range served = servedFrom(goal.kind, distance);
        if (served.min > whole + asked.tolerance ||
            served.max < nearestReach(whole, longest) - asked.tolerance)
            return Status::Unreachable;
        if (asked.turned && distance >= goal.least && isEased(problem, goal, asked, workspace))
            return Status::Softened;
    }
    const bool alone = std::ranges::none_of(problem.goals, [&](const Goal& other) {
        return &other != &goal && shareJoint(problem, goal, other);
    });
    if (stopped == Status::IterationLimit) return stopped;
    if (restrained(problem, goal, asked, report, alone, workspace)) return Status::Limited;
    return alone ? Status::Stalled : Status::Conflict;
}

}  // namespace posewright::ik
