#include "core/retarget/limb.h"

#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::retarget {

namespace {

constexpr double kEased = 0.97;  ///< share of the length; farther goals are eased

constexpr double kMost = 0.99;  ///< share of the length; reaching goes no farther

/// The distance that the limb reaches for a goal at `wanted` when it is `now` long: exact up to
/// `now` or the start of easing, then approaching the limit.
double easedReach(double wanted, double now, double longest)
{
    const double exact = std::min(longest, std::max(kEased * longest, now));
    if (wanted <= exact) return wanted;
    const double room = std::max(now, kMost * longest) - exact;
    if (room <= 1e-12 * longest) return exact;
    return exact + room * (1 - std::exp(-(wanted - exact) / room));
}

}  // namespace

LimbTurn reach(const LimbPose& pose, const Vec3& goal, const Vec3& hinge)
{
    const Vec3 first = pose.middle - pose.top, second = pose.end - pose.middle,
               whole = pose.end - pose.top, wish = goal - pose.top;
    const double a = first.norm(), b = second.norm(), now = whole.norm(), wanted = wish.norm();
    if (!(a > 0) || !(b > 0) || !(now > 1e-9 * a) || !(wanted > 1e-9 * a)) return {};
    const Vec3 along = wish / wanted;
    const Quat swing = leastArc(whole / now, along);
    const double least = std::abs(a - b);
    const double far =
        std::max(easedReach(wanted, now, a + b), std::min(now, least + 0.02 * (a + b)));
    // The middle joint keeps its side of the line; if the limb is straight and has to bend, the
    // hinge decides.
    const Vec3 swung = swing * first;
    Vec3 aside = (swung - along * along.dot(swung)) / a;
    const double moved = std::min(1.0, (goal - pose.end).norm() / (0.02 * (a + b)));
    Vec3 bend = swing * hinge;
    bend -= along * along.dot(bend);
    if (bend.norm() > 1e-9) aside += 0.05 * moved * bend.normalized();
    if (aside.norm() < 1e-12) return {swing, swing};
    aside.normalize();
    const double x = std::clamp((a * a - b * b + far * far) / (2 * far), -a, a);
    const Vec3 middle = along * x + aside * std::sqrt(std::max(0.0, a * a - x * x));
    LimbTurn turn;
    turn.upper = (leastArc(swung / a, middle.normalized()) * swing).normalized();
    const Vec3 rest = along * far - middle;
    turn.lower = (leastArc((turn.upper * second) / b, rest.normalized()) * turn.upper).normalized();
    return turn;
}

}  // namespace posewright::retarget
