#include "core/ik/steps/effector_cost.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kEffectorCostDifference = 1e-5;  // [rad] step of finite differences of a joint's
                                                  // numbers

// A point that a demand moves: the effector, or a point on one of its axes.
struct Point {
    Vec3 lever = Vec3::Zero();  ///< on the axis; zero for the effector itself [m]
    Vec3 off = Vec3::Zero();    ///< from its place to where it should be [m]
    bool onAxis = false;
};

struct Points {
    std::array<Point, 4> list;
    int count = 0;
};

Points pointsOf(const Problem& problem, const JointSpace& space, const JointSpace::Demand& demand)
{
    const JointIndex effector = problem.goals[demand.goal].effector;
    Points points;
    points.count = 1;
    points.list[0].off = demand.share * (demand.target - space.positions[effector]);
    if (demand.rows == 3) return points;
    const Mat3 now = space.world[effector].toRotationMatrix();
    const Mat3 to = demand.orientation.toRotationMatrix();
    const double arm = demand.share * demand.arm / std::sqrt(2.0);
    for (int k = 0; k < 3; ++k)
        points.list[points.count++] = {arm * now.col(k), arm * (to.col(k) - now.col(k)), true};
    return points;
}

// How fast the point moves with a column.
Vec3 rate(const JointSpace& space, const JointSpace::Demand& demand, const JointSpace::Link& link,
          int column, const Point& point)
{
    const auto& c = space.columns[column];
    if (point.onAxis)
        return c.turns && link.turnsEffector ? Vec3(c.axis.cross(point.lever)) : Vec3::Zero();
    if (!c.turns) return demand.share * c.axis;
    return demand.share *
           c.axis.cross(space.positions[link.tip] - space.positions[space.moved[link.moved].joint]);
}

// Derivatives of the world axes of a limited joint's numbers: [k] holds d axis / d number k.
std::array<Mat3, 3> axisRates(const Problem& problem, const JointSpace& space,
                              const JointSpace::Moved& moved)
{
    std::array<Mat3, 3> rates;
    const Joint& joint = problem.joints[moved.joint];
    const Quat frame = joint.parent < 0 ? problem.baseRotation : space.world[joint.parent];
    const Mat3 rest = (frame * joint.rest).toRotationMatrix();
    for (int k = 0; k < moved.count; ++k) {
        Angles more = moved.angles;
        Angles less = moved.angles;
        more[k] += kEffectorCostDifference;
        less[k] -= kEffectorCostDifference;
        rates[k] = rest * (turnRates(joint.limit, more) - turnRates(joint.limit, less)) /
                   (2 * kEffectorCostDifference);
    }
    return rates;
}

// Second derivatives of the points between the numbers of one joint, times the points' errors.
void bendWithin(const Problem& problem, const JointSpace& space, const JointSpace::Link& link,
                const Vec3& lever, const Vec3& off, double share, EffectorCost& cost)
{
    const auto& moved = space.moved[link.moved];
    const int width = space.width();
    if (moved.count == 0 || !space.columns[moved.first].turns) return;
    std::array<Mat3, 3> own{};
    const bool curved = !moved.free && moved.count > 1;
    if (curved) own = axisRates(problem, space, moved);
    for (int a = 0; a < moved.count; ++a)
        for (int b = 0; b <= a; ++b) {
            const Vec3& first = space.columns[moved.first + a].axis;
            const Vec3& second = space.columns[moved.first + b].axis;
            Vec3 bend = 0.5 * (first.cross(second.cross(lever)) + second.cross(first.cross(lever)));
            if (curved) bend += 0.5 * (own[a].col(b) + own[b].col(a)).cross(lever);
            cost.hessian[(moved.first + b) * width + moved.first + a] -= share * off.dot(bend);
        }
}

void addPoint(const Problem& problem, const JointSpace& space, const JointSpace::Demand& demand,
              const Point& point, bool second, EffectorCost& cost)
{
    const int width = space.width();
    const auto addPair = [&](int c, int d, double value) {
        cost.hessian[std::min(c, d) * width + std::max(c, d)] += value;
    };
    cost.rates.clear();
    for (int l = demand.linkBegin; l < demand.linkEnd; ++l) {
        const auto& joint = space.moved[space.links[l].moved];
        for (int c = joint.first; c < joint.first + joint.count; ++c)
            cost.rates.push_back(rate(space, demand, space.links[l], c, point));
    }
    // Links run from the effector to the root, so l is below m.
    const Vec3* own = cost.rates.data();
    for (int l = demand.linkBegin; l < demand.linkEnd; ++l) {
        const auto& low = space.links[l];
        const auto& joint = space.moved[low.moved];
        for (int c = joint.first; c < joint.first + joint.count; ++c) {
            const Vec3& v = own[c - joint.first];
            cost.gradient[c] -= point.off.dot(v);
            if (!second) continue;
            for (int d = joint.first; d <= c; ++d) addPair(c, d, v.dot(own[d - joint.first]));
            const Vec3* above = own + joint.count;
            for (int m = l + 1; m < demand.linkEnd; ++m) {
                const auto& high = space.links[m];
                const auto& upper = space.moved[high.moved];
                // A held joint between the two stops rotations from passing on.
                const bool passes = point.onAxis ? high.turnsEffector : high.tip == low.tip;
                for (int d = upper.first; d < upper.first + upper.count; ++d, ++above) {
                    double value = v.dot(*above);
                    if (passes && space.columns[d].turns)
                        value -= point.off.dot(space.columns[d].axis.cross(v));
                    addPair(c, d, value);
                }
            }
            if (demand.slides && !point.onAxis)
                for (int k = width - 3; k < width; ++k)
                    addPair(c, k, demand.share * v.dot(space.columns[k].axis));
        }
        own += joint.count;
        if (!second || (point.onAxis && !low.turnsEffector)) continue;
        const Vec3 lever = point.onAxis
                               ? point.lever
                               : Vec3(space.positions[low.tip] - space.positions[joint.joint]);
        bendWithin(problem, space, low, lever, point.off, point.onAxis ? 1 : demand.share, cost);
    }
    if (!demand.slides || point.onAxis) return;
    for (int k = width - 3; k < width; ++k) {
        const Vec3 v = demand.share * space.columns[k].axis;
        cost.gradient[k] -= point.off.dot(v);
        if (second) addPair(k, k, v.squaredNorm());
    }
}

}  // namespace

double effectorCost(const Problem& problem, const JointSpace& space)
{
    double sum = 0;
    for (const auto& demand : space.demands) {
        const Points points = pointsOf(problem, space, demand);
        for (int p = 0; p < points.count; ++p) sum += points.list[p].off.squaredNorm();
    }
    return sum / 2;
}

void differentiateCost(const Problem& problem, JointSpace& space, EffectorCost& cost, bool second)
{
    const int width = space.width();
    std::ranges::fill(space.locked, 0);
    space.differentiate(problem);  // computes the columns' axes
    cost.gradient.assign(width, 0.0);
    if (second) cost.hessian.assign(static_cast<std::size_t>(width) * width, 0.0);
    for (const auto& demand : space.demands) {
        const Points points = pointsOf(problem, space, demand);
        for (int p = 0; p < points.count; ++p)
            addPoint(problem, space, demand, points.list[p], second, cost);
    }
}

double lockByGradient(const Problem& problem, JointSpace& space, const EffectorCost& cost)
{
    std::ranges::fill(space.locked, 0);
    for (int c = 0; c < space.width(); ++c) space.step[c] = -cost.gradient[c];
    (void)space.lock(problem);
    double sum = 0;
    for (int c = 0; c < space.width(); ++c)
        if (!space.locked[c]) sum += cost.gradient[c] * cost.gradient[c];
    return std::sqrt(sum);
}

}  // namespace posewright::ik
