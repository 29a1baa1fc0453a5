#include "core/retarget/limb.h"

#include "core/math/rotation.h"
#include "core/math/smoothstep.h"

#include <algorithm>
#include <cmath>

namespace posewright::retarget {

namespace {

constexpr double kEased = 0.985;       ///< share of the length; farther goals are eased
constexpr double kMost = 0.99;         ///< share of the length; reaching goes no farther
constexpr double kTowardsHinge = 2;    ///< weight of a further bend relative to that of the side
constexpr double kExactKnee = 0.9992;  ///< share of the length; knees reach no farther exactly
constexpr double kBeyond =
    0.0006;  ///< share of the length; knees reach by so much more than they are stretched
constexpr double kKneeEased = 0.01;   ///< share of the length over which knees are eased
constexpr double kMostKnee = 0.9985;  ///< share of the length; knees are not eased farther
constexpr double kSaysLittle = 0.1;   ///< sine of half the bend of a knee whose side says little
constexpr double kSaysMuch = 0.25;    ///< likewise, the side is kept
constexpr double kSideNoise = 0.04;   ///< likewise, of a bend that may be noise

/// The distance that the limb reaches for a goal at `wanted` when it is `now` long: exact up to
/// `now` or the start of easing, then approaching the limit.
double easedReach(double wanted, double now, double longest, BendsLike like)
{
    const double exact = exactReach(now, longest, like);
    if (wanted <= exact) return wanted;
    double room = std::max(now, kMost * longest) - exact;
    if (like == BendsLike::Knee) room = std::min(kKneeEased, kMostKnee - exact / longest) * longest;
    if (room <= 1e-12 * longest) return exact;
    return exact + room * (1 - std::exp(-(wanted - exact) / room));
}

/// The side of a knee, nearly straight ones towards the hinge.
Vec3 kneeSide(const Vec3& aside, const Vec3& hinge)
{
    const double back = hinge.dot(aside), straight = 1 - smoothstep((aside.norm() - kSaysLittle) /
                                                                    (kSaysMuch - kSaysLittle));
    return aside + straight * (std::hypot(back, kSideNoise) - back) * hinge;
}

}  // namespace

double exactReach(double now, double longest, BendsLike like)
{
    const bool knee = like == BendsLike::Knee;
    const double beyond = knee ? kBeyond * longest : 0,
                 most = knee ? kExactKnee * longest : longest;
    return std::clamp(now + beyond, kEased * longest, most);
}

LimbTurn reach(const LimbPose& pose, const Vec3& goal, const Vec3& hinge, BendsLike like)
{
    const Vec3 first = pose.middle - pose.top, second = pose.end - pose.middle,
               whole = pose.end - pose.top, wish = goal - pose.top;
    const double a = first.norm(), b = second.norm(), now = whole.norm(), wanted = wish.norm();
    if (!(a > 0) || !(b > 0) || !(now > 1e-9 * a) || !(wanted > 1e-9 * a)) return {};
    const Vec3 along = wish / wanted;
    const Quat swing = leastArc(whole / now, along);
    const double least = std::abs(a - b);
    const double far =
        std::max(easedReach(wanted, now, a + b, like), std::min(now, least + 0.02 * (a + b)));
    const double x = std::clamp((a * a - b * b + far * far) / (2 * far), -a, a);
    const double away = std::sqrt(std::max(0.0, a * a - x * x));
    // The middle joint keeps its side of the line. The side of a nearly straight limb says little:
    // what it has to bend more it bends about its hinge.
    const Vec3 swung = swing * first;
    Vec3 aside = (swung - along * along.dot(swung)) / a;
    Vec3 bend = swing * hinge;
    bend -= along * along.dot(bend);
    if (bend.norm() > 1e-9) {
        bend.normalize();
        const double more = std::max(0.0, away / a - aside.norm());
        if (like == BendsLike::Knee) aside = kneeSide(aside, bend);
        aside += kTowardsHinge * more * bend;
    }
    if (aside.norm() < 1e-12) return {swing, swing};
    aside.normalize();
    const Vec3 middle = along * x + aside * away;
    LimbTurn turn;
    turn.upper = (leastArc(swung / a, middle.normalized()) * swing).normalized();
    const Vec3 rest = along * far - middle;
    turn.lower = (leastArc((turn.upper * second) / b, rest.normalized()) * turn.upper).normalized();
    return turn;
}

}  // namespace posewright::retarget
