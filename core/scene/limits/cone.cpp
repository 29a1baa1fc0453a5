#include "core/scene/limits/cone.h"

#include "core/math/ellipse.h"
#include "core/math/rotation.h"
#include "core/scene/limits/free.h"

namespace posewright::limits {

ConeLimit ConeLimit::starting(const Before& before)
{
    constexpr double kEighth = std::numbers::pi / 4;
    return {before.along, before.across, {kEighth, kEighth, kEighth, kEighth}, {-kEighth, kEighth}};
}

namespace {

// The tilt is the direction that the axis leans in; the rotation vector is perpendicular to both.
Vec3 swingVector(const Mat3& frame, double up, double right)
{
    return up * frame.col(1) - right * frame.col(0);
}

bool clampTilt(const ConeLimit& cone, double& up, double& right)
{
    const double a = cone.angles[up < 0 ? 2 : 0];
    const double b = cone.angles[right < 0 ? 3 : 1];
    const double u = up / a;
    const double r = right / b;
    if (u * u + r * r <= 1 + 1e-14) return false;  // tolerance for the rounding of a clamped tilt
    const Vec2 near = nearestOnEllipse(a, b, {up, right});
    up = near.x();
    right = near.y();
    return true;
}

Numbers tiltAndTwist(const ConeLimit& cone, const Quat& q)
{
    const Mat3 frame = coneFrame(cone);
    const auto [swing, twist] = swingTwist(q, frame.col(2));
    const Vec3 v = rotationVector(swing);
    return {v.dot(frame.col(1)), -v.dot(frame.col(0)),
            2 * std::atan2(twist.vec().dot(frame.col(2)), twist.w())};
}

}  // namespace

std::string_view faultOf(const ConeLimit& cone)
{
    if (!isAxis(cone.axis) || !isAxis(cone.up)) return kAxisFault;
    if (cone.axis.cross(cone.up).squaredNorm() < 1e-12)
        return "the up of a cone lies along its axis";
    if (!isRange(cone.twist)) return kRangeFault;
    for (const double angle : cone.angles)
        if (!(angle > 0 && angle < std::numbers::pi))
            return "an opening angle of a cone is not between 0 and half a turn";
    return {};
}

std::array<Range, 3> boundsOf(const ConeLimit& cone)
{
    return {Range{-cone.angles[2], cone.angles[0]}, Range{-cone.angles[3], cone.angles[1]},
            cone.twist};
}

std::optional<Numbers> insideOf(const ConeLimit& cone, const Quat& q, double)
{
    const Numbers raw = tiltAndTwist(cone, q);
    const double up = raw[0] / cone.angles[raw[0] < 0 ? 2 : 0];
    const double right = raw[1] / cone.angles[raw[1] < 0 ? 3 : 1];
    const double twist = nearestTurn(raw[2], cone.twist);
    if (up * up + right * right > 1 + 1e-14 || !within(twist, cone.twist)) return std::nullopt;
    return Numbers{raw[0], raw[1], twist};
}

Numbers numbersOf(const ConeLimit& cone, const Quat& q, double)
{
    Numbers raw = tiltAndTwist(cone, q);
    clampTilt(cone, raw[0], raw[1]);
    raw[2] = clampedAngle(raw[2], cone.twist);
    return raw;
}

Quat rotationOf(const ConeLimit& cone, const Numbers& numbers)
{
    const Mat3 frame = coneFrame(cone);
    return fromRotationVector(swingVector(frame, numbers[0], numbers[1])) *
           about(frame.col(2), numbers[2]);
}

Mat3 ratesOf(const ConeLimit& cone, const Numbers& numbers)
{
    const Mat3 frame = coneFrame(cone);
    const Vec3 v = swingVector(frame, numbers[0], numbers[1]);
    const Mat3 exp = expRates(v);
    Mat3 rates;
    rates.col(0) = exp * frame.col(1);
    rates.col(1) = -exp * frame.col(0);
    rates.col(2) = fromRotationVector(v) * frame.col(2);
    return rates;
}

void clampNumbers(const ConeLimit& cone, Numbers& numbers)
{
    clampTilt(cone, numbers[0], numbers[1]);
    numbers[2] = std::clamp(numbers[2], cone.twist.min, cone.twist.max);
}

void touch(Sides& sides, const ConeLimit& cone, const Numbers& numbers, double near)
{
    const double a = cone.angles[numbers[0] < 0 ? 2 : 0];
    const double b = cone.angles[numbers[1] < 0 ? 3 : 1];
    const double tilt = std::hypot(numbers[0], numbers[1]);
    const double share = std::hypot(numbers[0] / a, numbers[1] / b);
    if (share > 0 && tilt / share - tilt <= near) sides.list[sides.count++] = {"cone", 1};
    touchAngle(sides, "twist", numbers[2], cone.twist, near);
}

ConeLimit mirrored(const ConeLimit& cone)
{
    const auto& a = cone.angles;
    return {mirrored(cone.axis), mirrored(cone.up), {a[0], a[3], a[2], a[1]}, reversed(cone.twist)};
}

std::optional<ConeLimit> turned(const ConeLimit& cone, const Quat& by)
{
    const Quat back = by.conjugate();
    return ConeLimit{(back * cone.axis).normalized(), (back * cone.up).normalized(), cone.angles,
                     cone.twist};
}

std::optional<ConeLimit> restated(const ConeLimit& cone, const RestChange& change)
{
    if (!change.turns) return cone;
    const Vec3 v = rotationVector(change.turn);
    if (v.cross(cone.axis).norm() > kAlongAxis) return std::nullopt;
    return ConeLimit{cone.axis, (change.turn * cone.up).normalized(), cone.angles,
                     moved(cone.twist, v.dot(cone.axis))};
}

std::string_view straighten(ConeLimit& cone)
{
    constexpr double kShort = 1e-9;
    const Vec3 up = cone.up - cone.axis * cone.axis.dot(cone.up);
    if (!(up.norm() > kShort)) return "up";
    cone.up = up.normalized();
    return {};
}

Mat3 coneFrame(const ConeLimit& cone)
{
    Mat3 frame;
    const Vec3 axis = cone.axis / std::sqrt(cone.axis.squaredNorm());
    Vec3 right = axis.cross(cone.up);
    const double square = right.squaredNorm();
    right = square > 1e-18 ? Vec3(right / std::sqrt(square)) : anyPerpendicular(axis);
    frame.col(0) = right.cross(axis);
    frame.col(1) = right;
    frame.col(2) = axis;
    return frame;
}

}  // namespace posewright::limits
