#pragma once

#include "core/ik/solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

/// By how much a rotation breaks its limit, from the definitions in scene/limit.h alone: no code is
/// shared with the solvers, who are measured by it. [rad]
namespace posewright::test {

inline double beyond(double angle, const Range& range)
{
    const double half = (range.max - range.min) / 2;
    const double off = std::remainder(angle - (range.min + half), 2 * std::numbers::pi);
    return std::max(0.0, std::abs(off) - half);
}

/// Cones: how far the swing lies outside the spherical ellipse along its own meridian, which is no
/// less than to the nearest point of it, or the twist outside its range. Hinges: how far the axis
/// is off, or the angle outside its range. Infinite for kinds that it does not know.
inline double violationOf(const Limit& limit, const Quat& q)
{
    const double turn = 2 * std::atan2(q.vec().norm(), std::abs(q.w()));
    const auto tiltOf = [&](const Vec3& axis) {
        const Vec3 to = q * axis;
        return std::atan2(axis.cross(to).norm(), axis.dot(to));
    };
    const auto twistAbout = [&](const Vec3& axis) {
        return 2 * std::atan2(q.vec().dot(axis), q.w());
    };
    if (std::holds_alternative<std::monostate>(limit)) return 0;
    if (std::holds_alternative<FixedLimit>(limit)) return turn;
    if (const auto* hinge = std::get_if<HingeLimit>(&limit))
        return std::max(tiltOf(hinge->axis), beyond(twistAbout(hinge->axis), hinge->angle));
    if (const auto* cone = std::get_if<ConeLimit>(&limit)) {
        const Vec3 right = cone->axis.cross(cone->up).normalized();
        const Vec3 to = q * cone->axis;
        const double x = to.dot(right.cross(cone->axis));
        const double y = to.dot(right);
        const double across = std::hypot(x, y);
        double swing = 0;
        if (across > 0) {
            const double a = x / across / cone->angles[x < 0 ? 2 : 0];
            const double b = y / across / cone->angles[y < 0 ? 3 : 1];
            swing = std::max(0.0, tiltOf(cone->axis) - 1 / std::hypot(a, b));
        }
        return std::max(swing, beyond(twistAbout(cone->axis), cone->twist));
    }
    return std::numeric_limits<double>::infinity();
}

/// The worst over the joints.
inline double violationOf(std::span<const ik::Joint> joints, std::span<const Quat> rotations)
{
    double worst = 0;
    for (std::size_t j = 0; j < joints.size(); ++j)
        worst = std::max(worst,
                         violationOf(joints[j].limit, joints[j].rest.conjugate() * rotations[j]));
    return worst;
}

}  // namespace posewright::test
