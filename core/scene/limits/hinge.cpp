#include "core/scene/limits/hinge.h"

#include "core/math/rotation.h"

namespace posewright::limits {

HingeLimit HingeLimit::starting(const Before& before)
{
    constexpr double kQuarter = std::numbers::pi / 2;
    return {before.axis && before.hadOneNumber ? *before.axis : before.across,
            {-kQuarter, kQuarter}};
}

std::string_view faultOf(const HingeLimit& hinge)
{
    if (!isAxis(hinge.axis)) return kAxisFault;
    return isRange(hinge.angle) ? "" : kRangeFault;
}

std::array<Range, 3> boundsOf(const HingeLimit& hinge)
{
    return {hinge.angle};
}

std::optional<Numbers> insideOf(const HingeLimit& hinge, const Quat& q, double)
{
    const Vec3 axis = hinge.axis.normalized();
    const double along = q.vec().dot(axis);
    if ((q.vec() - along * axis).norm() > kGrain / 2) return std::nullopt;
    const double angle = nearestTurn(2 * std::atan2(along, q.w()), hinge.angle);
    return within(angle, hinge.angle) ? std::optional(Numbers{angle, 0, 0}) : std::nullopt;
}

Numbers numbersOf(const HingeLimit& hinge, const Quat& q, double)
{
    return {clampedAngle(2 * std::atan2(q.vec().dot(hinge.axis.normalized()), q.w()), hinge.angle),
            0, 0};
}

Quat rotationOf(const HingeLimit& hinge, const Numbers& numbers)
{
    return about(hinge.axis.normalized(), numbers[0]);
}

Mat3 ratesOf(const HingeLimit& hinge, const Numbers&)
{
    Mat3 rates = Mat3::Zero();
    rates.col(0) = hinge.axis.normalized();
    return rates;
}

void touch(Sides& sides, const HingeLimit& hinge, const Numbers& numbers, double near)
{
    touchAngle(sides, "hinge", numbers[0], hinge.angle, near);
}

HingeLimit mirrored(const HingeLimit& hinge)
{
    // A mirror maps the axis like a direction, and reverses the sense of the rotation.
    return {-mirrored(hinge.axis), hinge.angle};
}

std::optional<HingeLimit> turned(const HingeLimit& hinge, const Quat& by)
{
    return HingeLimit{(by.conjugate() * hinge.axis).normalized(), hinge.angle};
}

std::optional<HingeLimit> restated(const HingeLimit& hinge, const RestChange& change)
{
    if (!change.turns) return hinge;
    const Vec3 v = rotationVector(change.turn);
    if (v.cross(hinge.axis).norm() > kAlongAxis) return std::nullopt;
    return HingeLimit{hinge.axis, moved(hinge.angle, v.dot(hinge.axis))};
}

}  // namespace posewright::limits
