#include "core/ik/limits.h"
#include "core/ik/methods/gauss_newton.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/model/soft_reach.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace posewright::ik {
namespace {

constexpr double kTwoBoneSolverOnLine = 1e-9;  // of the reach

// The distance from root to end as a function of the hinge's angle: distance^2 = upper^2 + lower^2
// + 2 (along + swing cos(angle - phase)).
struct HingeReach {
    Vec3 axis;
    double squares;  // upper^2 + lower^2 [m^2]
    double along;    // [m^2]
    double swing;    // [m^2]
    double phase;    // [rad]

    HingeReach(const Joint& middle, const Vec3& lower, const Vec3& hingeAxis) : axis(hingeAxis)
    {
        const Vec3 upper = middle.rest.normalized().conjugate() * middle.offset;
        const double a = upper.dot(axis) * lower.dot(axis);
        const double b = upper.dot(lower) - a;
        const double c = upper.dot(axis.cross(lower));
        squares = upper.squaredNorm() + lower.squaredNorm();
        along = a;
        swing = std::sqrt(b * b + c * c);
        phase = std::atan2(c, b);
    }
    double distance(double angle) const
    {
        return std::sqrt(std::max(0.0, squares + 2 * (along + swing * std::cos(angle - phase))));
    }
};

// The allowed angle whose distance is nearest; of equal ones the nearest to `now`.
double bestAngle(const HingeReach& hinge, const Range& range, double distance, double now)
{
    std::array<double, 6> all{range.min, range.max, hinge.phase, hinge.phase + std::numbers::pi};
    int count = 4;
    if (hinge.swing > 0) {
        const double cosine =
            ((distance * distance - hinge.squares) / 2 - hinge.along) / hinge.swing;
        const double half = std::acos(std::clamp(cosine, -1.0, 1.0));
        all[count++] = hinge.phase + half;
        all[count++] = hinge.phase - half;
    }
    double best = now;
    double least = std::abs(hinge.distance(now) - distance);
    const double same = 1e-12 * std::sqrt(hinge.squares);
    if (least <= same) return now;
    for (int i = 0; i < count; ++i) {
        const double angle = nearestTurn(all[i], range);
        if (angle < range.min || angle > range.max) continue;
        const double miss = std::abs(hinge.distance(angle) - distance);
        const bool nearer = std::abs(angle - now) < std::abs(best - now);
        if (miss < least - same || (miss < least + same && nearer)) {
            least = std::min(miss, least);
            best = angle;
        }
    }
    return best;
}

Vec3 across(const Vec3& v, const Vec3& axis)
{
    return v - axis * axis.dot(v);
}

// The rotation [rad] about `axis` that brings the upper bone to the pole's side; 0 if either is on
// the line.
double poleTurn(const Vec3& axis, const Vec3& upper, const Vec3& pole, double whole)
{
    const Vec3 bend = across(upper, axis);
    const Vec3 side = across(pole, axis);
    if (!(bend.norm() > kTwoBoneSolverOnLine * whole) ||
        !(side.norm() > kTwoBoneSolverOnLine * whole))
        return 0;
    return std::atan2(axis.dot(bend.cross(side)), bend.dot(side));
}

// False: nothing had to turn.
bool solveHinged(const Problem& problem, Workspace& workspace, Solution& out)
{
    const Goal& goal = problem.goals.front();
    const JointIndex end = goal.effector;
    const JointIndex middle = problem.joints[end].parent;
    const JointIndex root = problem.joints[middle].parent;
    const Joint& knee = problem.joints[middle];
    const auto& limit = std::get<HingeLimit>(knee.limit);
    forwardKinematics(problem, out.rotations, out.rootPosition, workspace.positions,
                      workspace.worldRotations, out.slides);
    const Vec3 origin = workspace.positions[root];
    const Quat above = problem.joints[root].parent < 0
                           ? problem.baseRotation
                           : workspace.worldRotations[problem.joints[root].parent];
    const Vec3 asked = goal.position - origin;
    const double whole = reach(problem, goal);
    const double distance = softReach(asked.norm(), whole, goal.soft);

    const HingeReach hinge(knee, problem.joints[end].offset, limit.axis.normalized());
    const Quat bent = knee.rest.normalized().conjugate() * out.rotations[middle];
    const double now =
        clampedAngle(2 * std::atan2(bent.vec().dot(hinge.axis), bent.w()), limit.angle);
    const double angle = bestAngle(hinge, limit.angle, distance, now);
    if (angle != now)
        out.rotations[middle] =
            (knee.rest.normalized() * fromRotationVector(angle * hinge.axis)).normalized();

    bool moved = angle != now;
    Quat world = workspace.worldRotations[root];
    const Vec3 tip = knee.offset + out.rotations[middle] * problem.joints[end].offset;
    const Vec3 from = world * tip;
    bool turned = false;
    const bool aimed =
        asked.norm() > kTwoBoneSolverOnLine * whole && from.norm() > kTwoBoneSolverOnLine * whole;
    if (aimed && from.normalized().cross(asked.normalized()).norm() + 1 -
                         from.normalized().dot(asked.normalized()) >
                     1e-16) {
        world = leastArc(from.normalized(), asked.normalized()) * world;
        turned = true;
    }
    if (goal.pole && aimed) {
        const double turn =
            poleTurn(asked.normalized(), world * knee.offset, *goal.pole - origin, whole);
        if (std::abs(turn) > 1e-15) {
            world = fromRotationVector(turn * asked.normalized()) * world;
            turned = true;
        }
    }
    if (turned) out.rotations[root] = (above.conjugate() * world).normalized();
    if (goal.orientation) {
        const Quat holder =
            (turned ? world : workspace.worldRotations[root]) * out.rotations[middle];
        const Quat local = (holder.conjugate() * *goal.orientation).normalized();
        if (angleBetween(local, out.rotations[end]) > 1e-15) {
            out.rotations[end] = local;
            moved = true;
        }
    }
    return moved || turned;
}

}  // namespace

/// Two bones by the law of cosines (Euclid, Elements, II.12-13; Kahan, Miscalculating area and
/// angles of a needle-like triangle, section 2), accurate to 1e-12 of their length; the same as
/// gauss-newton if the middle joint is free. If that joint is a hinge, its angle alone sets the
/// distance to the target: the nearer of the two solutions, or the allowed angle that comes
/// nearest. The root then turns by the least arc towards the target, and about the line to it until
/// the middle bends towards the pole.
void solveTwoBone(const Problem& problem, const Settings& settings, Workspace& workspace,
                  Solution& out)
{
    if (workspace.of<LimitSet>().empty()) {
        solveGaussNewton(problem, settings, workspace, out);
        return;
    }
    out.report.status = Status::Reached;
    if (!solveHinged(problem, workspace, out)) return;
    ++out.report.iterations;
    if (settings.observer && *settings.observer) {
        forwardKinematics(problem, out.rotations, out.rootPosition, workspace.positions,
                          workspace.worldRotations, out.slides);
        const Goal& goal = problem.goals.front();
        const double error = (workspace.positions[goal.effector] - goal.position).norm();
        if (!(*settings.observer)(out.report.iterations, error, out.rotations))
            out.report.status = Status::Cancelled;
    }
}

}  // namespace posewright::ik
