#include "core/ik/limit_report.h"

#include "core/ik/limit_angles.h"
#include "core/ik/limits.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright::ik {
namespace {

bool isRange(const Range& range)
{
    // Squares and sums of such numbers stay finite.
    return range.min <= range.max && std::abs(range.min) < 1e100 && std::abs(range.max) < 1e100;
}

bool isAxis(const Vec3& axis)
{
    return std::abs(axis.norm() - 1) < 1e-6;
}

struct FaultOf {
    std::string_view operator()(std::monostate) const { return {}; }
    std::string_view operator()(const FixedLimit&) const { return {}; }
    std::string_view operator()(const HingeLimit& hinge) const
    {
        if (!isAxis(hinge.axis)) return "has no axis of length 1";
        return isRange(hinge.angle) ? "" : "has no range in order";
    }
    std::string_view operator()(const ConeLimit& cone) const
    {
        if (!isAxis(cone.axis) || !isAxis(cone.up)) return "has no axis of length 1";
        if (cone.axis.cross(cone.up).norm() < 1e-6) return "has its up along its axis";
        for (const double angle : cone.angles)
            if (!(angle > 0 && angle < std::numbers::pi)) return "has an angle outside (0, pi)";
        return isRange(cone.twist) ? "" : "has no range in order";
    }
    std::string_view operator()(const BoxLimit& box) const
    {
        std::array<int, 3> axes = box.order;
        std::sort(axes.begin(), axes.end());
        if (axes != std::array{0, 1, 2}) return "does not name each axis once";
        return std::ranges::all_of(box.range, isRange) ? "" : "has no range in order";
    }
    std::string_view operator()(const PrismaticLimit& slide) const
    {
        if (!isAxis(slide.axis)) return "has no axis of length 1";
        return isRange(slide.travel) ? "" : "has no range in order";
    }
};

}  // namespace

std::string_view limitFault(const Limit& limit)
{
    return std::visit(FaultOf{}, limit);
}

bool findLimited(const Problem& problem, std::vector<char>& turns)
{
    turns.clear();
    const auto& joints = problem.joints;
    for (const Goal& goal : problem.goals)
        for (JointIndex j = goal.effector;; j = joints[j].parent) {
            const Limit& limit = joints[j].limit;
            const bool acts = j != goal.effector || goal.orientation ||
                              std::holds_alternative<PrismaticLimit>(limit);
            if (acts && limit.index() != 0) {
                if (turns.empty()) turns.assign(joints.size(), 0);
                turns[j] = 1;
            }
            if (j == goal.root) break;
        }
    return !turns.empty();
}

void clampPose(const Problem& problem, std::span<const char> turns, std::vector<Quat>& rotations,
               std::vector<double>& slides)
{
    for (std::size_t j = 0; j < turns.size(); ++j) {
        if (!turns[j]) continue;
        clampLocal(problem.joints[j], rotations[j]);
        if (!slides.empty()) slides[j] = clampedTravel(problem.joints[j].limit, slides[j]);
    }
}

void measureLimits(const Problem& problem, std::span<const char> turns, Solution& out)
{
    double& worst = out.report.limitViolation;
    for (std::size_t j = 0; j < turns.size(); ++j) {
        if (!turns[j]) continue;
        const Joint& joint = problem.joints[j];
        const double travel = out.slides.empty() ? 0 : out.slides[j];
        const Quat q = joint.rest.conjugate() * out.rotations[j];
        std::optional<Angles> angles = anglesInside(joint.limit, q, travel);
        if (!angles) {
            worst = std::max(worst, limitViolation(joint.limit, q));
            angles = anglesOf(joint.limit, q, travel);
        }
        if (std::holds_alternative<PrismaticLimit>(joint.limit))
            worst = std::max(worst, std::abs(travel - clampedTravel(joint.limit, travel)));
        for (const LimitSide& side : touchedSides(joint.limit, *angles).span())
            out.report.activeLimits.push_back({static_cast<JointIndex>(j), side.part, side.side});
    }
}

bool restrained(const Problem& problem, const Goal& goal, std::span<const ActiveLimit> active,
                bool alone)
{
    for (JointIndex j = goal.effector;; j = problem.joints[j].parent) {
        const Limit& limit = problem.joints[j].limit;
        const bool acts = j != goal.effector || goal.orientation;
        const bool few = limit.index() != 0 && !std::holds_alternative<ConeLimit>(limit) &&
                         !std::holds_alternative<BoxLimit>(limit);
        if (acts && few && alone) return true;
        if (std::ranges::find(active, j, &ActiveLimit::joint) != active.end()) return true;
        if (j == goal.root) return false;
    }
}

}  // namespace posewright::ik
