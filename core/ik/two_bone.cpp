#include "core/ik/two_bone.h"

#include "core/ik/chain_start.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {

namespace {

constexpr double kOnLine = 1e-6;  // [rad]

}  // namespace

bool bendTwoBones(const Problem& problem, Chain& chain, const Vec3& goal,
                  const std::optional<Vec3>& pole, double slack)
{
    const double a = chain.length[0];
    const double b = chain.length[1];
    const double asked = goal.norm();
    const Vec3 u = chain.direction(0);
    const Vec3 v = chain.direction(1);

    // The knee's side is that of u - v, which is long also where the chord is short.
    const Vec3 knee = u - v;
    Vec3 axis = asked > 0 ? Vec3(goal / asked) : chain.chord();
    if (asked <= 0) {
        axis -= knee * (knee.dot(axis) / std::max(knee.squaredNorm(), 1e-300));
        axis = axis.norm() > 1e-12 * chain.reach ? Vec3(axis.normalized()) : anyPerpendicular(u);
    }
    Vec3 side = knee - axis * axis.dot(knee);
    bool onLine = false;
    if (const double off = side.norm(); off < kOnLine) {
        Vec3 other = axis.cross(u.cross(v));
        onLine = other.norm() < kOnLine;
        other = onLine ? preferredBend(problem, chain, axis, pole) : Vec3(other.normalized());
        side += kOnLine * (1 - off / kOnLine) * (1 - off / kOnLine) * other;
    }
    side.normalize();

    const double c = std::max(asked, std::abs(a - b) + slack);
    if (c >= a + b) {
        chain.setDirection(0, axis);
        chain.setDirection(1, axis);
        return false;
    }
    // Kahan, Miscalculating area and angles of a needle-like triangle: each factor is exact where
    // the triangle is nearly flat.
    const double s = (a + b + c) / 2;
    const double height =
        2 *
        std::sqrt(std::max(0.0, s * ((b + c - a) / 2) * ((a + c - b) / 2) * ((a + b - c) / 2))) / c;
    const double along = (a * a + c * c - b * b) / (2 * c);
    const Vec3 mid = along * axis + height * side;
    chain.setDirection(0, mid.normalized());
    chain.setDirection(1, (c * axis - mid).normalized());
    return onLine;
}

}  // namespace posewright::ik
