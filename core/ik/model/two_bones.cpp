#include "core/ik/model/two_bones.h"

#include "core/ik/model/chain_start.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {

namespace {

constexpr double kTwoBoneOnLine = 1e-6;    // [rad]
constexpr double kUneven = 0.05;           // of the reach; shorter bones are placed with more care
constexpr double kTwoBoneOpposite = 0.02;  // 2 (1 + cos) of nearly opposite directions
constexpr double kLeastSide = 1e-3;        // of the knee's offset, squared; larger ones are exact
constexpr double kLeastReach = 1e-20;      // [m] its eighth power is still a normal number
constexpr double kMostReach = 1e20;        // [m]

// The knee's place along the line to the goal, and its distance from that line.
struct Knee {
    double along = 0;   // [m]
    double square = 0;  // of the distance from the line [m^2]
};

// The factors are arranged to lose no digits near full fold and full stretch (Kahan, Miscalculating
// area and angles of a needle-like triangle), so that bone lengths are exact up to rounding.
Knee kneeOf(double a, double b, double c)
{
    const double big = std::max(a, b);
    const double small = std::min(a, b);
    const double spare = c > big ? small - (c - big) : big + (small - c);
    const double area = (big + (small + c)) * (c - (big - small)) * (c + (big - small)) * spare;
    const double perC = 1 / c;
    return {(c + (a - b) * (a + b) * perC) / 2, std::max(0.0, area) * perC * perC / 4};
}

}  // namespace

bool isTwoBones(const Problem& problem, const Goal& goal)
{
    const JointIndex middle =
        goal.effector == goal.root ? -1 : problem.joints[goal.effector].parent;
    if (middle < 0 || middle == goal.root || problem.joints[middle].parent != goal.root)
        return false;
    const double upper = problem.joints[middle].offset.norm();
    const double lower = problem.joints[goal.effector].offset.norm();
    return std::min(upper, lower) > 1e-9 * (upper + lower);
}

TwoBones readTwoBones(const Problem& problem, const Chain& chain, std::span<const Quat> start)
{
    TwoBones bones;
    bones.a = chain.length[0];
    bones.b = chain.length[1];
    bones.perA = 1 / bones.a;
    bones.perB = 1 / bones.b;
    bones.perReach = 1 / (bones.a + bones.b);
    bones.upper = problem.joints[chain.joints[1]].offset * bones.perA;
    bones.lower = problem.joints[chain.joints[2]].offset * bones.perB;
    bones.parent = Hamilton(chain.parent);
    bones.root = Hamilton(chain.root);
    bones.middle = Hamilton(start[chain.joints[1]]);
    bones.chord = chain.chord();
    bones.span = bones.chord.norm();
    bones.knee = chain.direction(0) - chain.direction(1);
    return bones;
}

bool turnTwoBones(const TwoBones& bones, const Vec3& goal, double slack, TwoBoneTurns& out)
{
    const double a = bones.a;
    const double b = bones.b;
    const double reach = a + b;
    const double asked = goal.norm();
    const double c = std::max(asked, std::abs(a - b) + slack);
    const double most = bones.span * asked;
    const double cosine = bones.chord.dot(goal);
    const bool common = reach > kLeastReach && reach < kMostReach &&
                        std::min(a, b) > kUneven * reach && c < reach &&
                        most > kTwoBoneOnLine * kTwoBoneOnLine * reach * reach &&
                        2 * (most + cosine) > kTwoBoneOpposite * most;
    if (!common) return false;

    // The swing and all later rotations as quaternions of any norm, so that nothing waits for
    // square roots.
    const double weight = swingWeight(std::min(bones.span, asked) * bones.perReach);
    const Vec3 across = bones.chord.cross(goal);
    const double norm = std::sqrt(2 * most * (most + cosine));
    const Hamilton swing(norm + weight * (most + cosine - norm), weight * across.x(),
                         weight * across.y(), weight * across.z());
    const Vec3 knee = swing.turnScaled(bones.knee);
    const Vec3 axis = goal * (1 / asked);
    const Vec3 side = knee - axis * axis.dot(knee);
    const double off = side.squaredNorm();
    const double scale = swing.squaredNorm();
    if (!(off > kLeastSide * scale * scale)) return false;

    const Knee at = kneeOf(a, b, c);
    const Vec3 middle = at.along * axis + std::sqrt(at.square / off) * side;
    const Hamilton carried = swing * bones.root;
    const Hamilton upper = carried.arcOnto(bones.upper, middle * bones.perA);
    const Hamilton hung = upper * bones.middle;
    const Hamilton lower = hung.arcOnto(bones.lower, (c * axis - middle) * bones.perB);
    const double ofUpper = upper.squaredNorm();
    const double ofLower = ofUpper * lower.squaredNorm();
    if (ofUpper < kTwoBoneOpposite * scale || ofLower < kTwoBoneOpposite * ofUpper * ofUpper)
        return false;
    out.root = (bones.parent.conjugate() * upper) * (1 / ofUpper * std::sqrt(ofUpper));
    out.middle = (upper.conjugate() * lower) * (1 / ofLower * std::sqrt(ofLower));
    return true;
}

bool bendTwoBones(const Problem& problem, Chain& chain, const Vec3& goal,
                  const std::optional<Vec3>& pole, double slack)
{
    const double a = chain.length[0];
    const double b = chain.length[1];
    const double asked = goal.norm();
    const Vec3 u = chain.direction(0);
    const Vec3 v = chain.direction(1);

    // The knee's side is the direction of u - v, which is long even if the chord is short.
    const Vec3 knee = u - v;
    Vec3 axis = asked > 0 ? Vec3(goal / asked) : chain.chord();
    if (asked <= 0) {
        axis -= knee * (knee.dot(axis) / std::max(knee.squaredNorm(), 1e-300));
        axis = axis.norm() > 1e-12 * chain.reach ? Vec3(axis.normalized()) : anyPerpendicular(u);
    }
    Vec3 side = knee - axis * axis.dot(knee);
    bool onLine = false;
    if (const double off = side.norm(); off < kTwoBoneOnLine) {
        Vec3 other = axis.cross(u.cross(v));
        onLine = other.norm() < kTwoBoneOnLine;
        other = onLine ? preferredBend(problem, chain, axis, pole) : Vec3(other.normalized());
        side += kTwoBoneOnLine * (1 - off / kTwoBoneOnLine) * (1 - off / kTwoBoneOnLine) * other;
    }
    side.normalize();

    const double c = std::max(asked, std::abs(a - b) + slack);
    if (c >= a + b) {
        chain.setDirection(0, axis);
        chain.setDirection(1, axis);
        return false;
    }
    const Knee at = kneeOf(a, b, c);
    const Vec3 mid = at.along * axis + std::sqrt(at.square) * side;
    chain.setDirection(0, mid.normalized());
    chain.setDirection(1, (c * axis - mid).normalized());
    return onLine;
}

}  // namespace posewright::ik
