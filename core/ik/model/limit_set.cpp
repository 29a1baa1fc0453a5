#include "core/ik/model/limit_set.h"

#include "core/ik/limits.h"
#include "core/ik/model/goal_joints.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

// Inside every bound by more than the tolerance for touching one.
bool wellInside(const LimitedJoint& joint, const Angles& angles)
{
    constexpr double kMargin = 1e-5;  // [rad]
    if (joint.kind == LimitedJoint::Kind::Other)
        return false;  // the bounds of its numbers may allow more than the limit
    int i = 0;
    if (joint.kind == LimitedJoint::Kind::Cone) {
        const double a = joint.opening[angles[0] < 0 ? 2 : 0];
        const double b = joint.opening[angles[1] < 0 ? 3 : 1];
        const double u = angles[0] / a;
        const double r = angles[1] / b;
        if (u * u + r * r > 0.99 || std::min(a, b) < 0.01) return false;
        i = 2;
    }
    for (; i < joint.count; ++i)
        if (angles[i] < joint.range[i].min + kMargin || angles[i] > joint.range[i].max - kMargin)
            return false;
    return true;
}

}  // namespace

bool findLimited(const Problem& problem, LimitSet& set)
{
    set.clear();
    const auto& joints = problem.joints;
    for (const Goal& goal : problem.goals)
        forTurned(problem, goal, [&](JointIndex j) {
            if (joints[j].limit.index() == 0) return;
            if (set.rowOf.empty()) set.rowOf.assign(joints.size(), -1);
            set.rowOf[j] = 0;
        });
    for (std::size_t j = 0; j < set.rowOf.size(); ++j) {
        if (set.rowOf[j] < 0) continue;
        set.rowOf[j] = static_cast<int>(set.joints.size());
        LimitedJoint& joint = set.joints.emplace_back();
        joint.joint = static_cast<JointIndex>(j);
        joint.rest = joints[j].rest.normalized();
        setLimit(joints[j].limit, joint);
    }
    set.states.resize(set.joints.size());
    return !set.empty();
}

void clampPose(const Problem& problem, LimitSet& set, std::vector<Quat>& rotations,
               std::vector<double>& slides)
{
    for (std::size_t row = 0; row < set.joints.size(); ++row) {
        const LimitedJoint& joint = set.joints[row];
        const Limit& limit = problem.joints[joint.joint].limit;
        double* travel = slides.empty() ? nullptr : &slides[joint.joint];
        Quat& local = rotations[joint.joint];
        const Quat q = joint.rest.conjugate() * local;
        if (readRotation(joint, limit, q, travel ? *travel : 0, set.states[row]))
            local = (joint.rest * set.states[row].q).normalized();
        if (travel && joint.kind == LimitedJoint::Kind::Slide) *travel = set.states[row].angles[0];
    }
}

void measureLimits(const Problem& problem, const LimitSet& set, Solution& out)
{
    double& worst = out.report.limitViolation;
    for (const LimitedJoint& joint : set.joints) {
        const Limit& limit = problem.joints[joint.joint].limit;
        const double travel = out.slides.empty() ? 0 : out.slides[joint.joint];
        const Quat q = joint.rest.conjugate() * out.rotations[joint.joint];
        const LimitedState& left = set.states[&joint - set.joints.data()];
        // Solvers leave the numbers that they computed the rotation from.
        const bool same = joint.turns() && (left.q.coeffs() - q.coeffs()).squaredNorm() < 1e-28;
        if (same && wellInside(joint, left.angles)) continue;
        LimitedState state = left;
        if (same) {
            Angles inside = state.angles;
            (void)clampNumbers(joint, inside);
            for (int i = 0; i < joint.count; ++i)
                worst = std::max(worst, std::abs(inside[i] - state.angles[i]));
        } else if (readRotation(joint, limit, q, travel, state))
            worst = std::max(worst, angleBetween(state.q, q));
        if (joint.kind == LimitedJoint::Kind::Slide)
            worst = std::max(worst, std::abs(travel - state.angles[0]));
        const auto sides = touchedSides(limit, state.angles);
        for (const LimitSide& side : sides.span())
            out.report.activeLimits.push_back({joint.joint, side.part, side.side});
    }
}

}  // namespace posewright::ik
