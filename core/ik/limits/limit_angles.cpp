#include "core/ik/limits/limit_angles.h"

#include "core/ik/limits.h"
#include "core/ik/limits/euler_box.h"
#include "core/math/ellipse.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace posewright::ik {
namespace {

constexpr double kLimitAnglesGrain = 1e-12;  // [rad] what counts as no violation
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Quat about(const Vec3& axis, double angle)
{
    Quat q(std::cos(angle / 2), 0, 0, 0);
    q.vec() = std::sin(angle / 2) * axis;
    return q;
}

// The tilt points where the axis leans to; the rotation vector is perpendicular to both.
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
    if (u * u + r * r <= 1 + 1e-14) return false;  // what the nearest point itself may round to
    const Vec2 near = nearestOnEllipse(a, b, {up, right});
    up = near.x();
    right = near.y();
    return true;
}

// From angular velocity to the speed of the exponential map, and back: omega = J(v) v'.
Mat3 expRates(const Vec3& v)
{
    const double angle = v.norm();
    Mat3 cross;
    cross << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    const double square = angle * angle;
    const double half = std::sin(angle / 2);
    const double a = angle > 1e-8 ? 2 * half * half / square : 0.5;
    const double b =
        angle > 1e-4 ? (angle - std::sin(angle)) / (square * angle) : 1.0 / 6 - square / 120;
    return Mat3::Identity() + a * cross + b * cross * cross;
}

Angles tiltAndTwist(const ConeLimit& cone, const Quat& q)
{
    const Mat3 frame = coneFrame(cone);
    const auto [swing, twist] = swingTwist(q, frame.col(2));
    const Vec3 v = rotationVector(swing);
    return {v.dot(frame.col(1)), -v.dot(frame.col(0)),
            2 * std::atan2(twist.vec().dot(frame.col(2)), twist.w())};
}

struct AnglesOf {
    const Quat& q;
    double travel;

    Angles operator()(std::monostate) const
    {
        const Vec3 v = rotationVector(q);
        return {v.x(), v.y(), v.z()};
    }
    Angles operator()(const FixedLimit&) const { return {}; }
    Angles operator()(const HingeLimit& hinge) const
    {
        return {
            clampedAngle(2 * std::atan2(q.vec().dot(hinge.axis.normalized()), q.w()), hinge.angle),
            0, 0};
    }
    Angles operator()(const ConeLimit& cone) const
    {
        Angles raw = tiltAndTwist(cone, q);
        clampTilt(cone, raw[0], raw[1]);
        raw[2] = clampedAngle(raw[2], cone.twist);
        return raw;
    }
    Angles operator()(const BoxLimit& box) const
    {
        bool moved = false;
        return nearestInBox(box, q, moved);
    }
    Angles operator()(const PrismaticLimit& slide) const
    {
        return {std::clamp(travel, slide.travel.min, slide.travel.max), 0, 0};
    }
};

bool within(double value, const Range& range)
{
    return value >= range.min - kLimitAnglesGrain && value <= range.max + kLimitAnglesGrain;
}

struct Inside {
    const Quat& q;
    double travel;
    using Answer = std::optional<Angles>;

    Answer operator()(std::monostate) const { return std::nullopt; }
    Answer operator()(const FixedLimit&) const
    {
        return q.vec().norm() <= kLimitAnglesGrain / 2 ? Answer(Angles{}) : std::nullopt;
    }
    Answer operator()(const HingeLimit& hinge) const
    {
        const Vec3 axis = hinge.axis.normalized();
        const double along = q.vec().dot(axis);
        if ((q.vec() - along * axis).norm() > kLimitAnglesGrain / 2) return std::nullopt;
        const double angle = nearestTurn(2 * std::atan2(along, q.w()), hinge.angle);
        return within(angle, hinge.angle) ? Answer({angle, 0, 0}) : std::nullopt;
    }
    Answer operator()(const ConeLimit& cone) const
    {
        const Angles raw = tiltAndTwist(cone, q);
        const double up = raw[0] / cone.angles[raw[0] < 0 ? 2 : 0];
        const double right = raw[1] / cone.angles[raw[1] < 0 ? 3 : 1];
        const double twist = nearestTurn(raw[2], cone.twist);
        if (up * up + right * right > 1 + 1e-14 || !within(twist, cone.twist)) return std::nullopt;
        return Angles{raw[0], raw[1], twist};
    }
    Answer operator()(const BoxLimit& box) const
    {
        const auto& o = box.order;
        Angles angles = toEuler(o, q);
        for (int i = 0; i < 3; ++i) {
            angles[i] = nearestTurn(angles[i], box.range[o[i]]);
            if (!within(angles[i], box.range[o[i]])) return std::nullopt;
        }
        return angles;
    }
    Answer operator()(const PrismaticLimit&) const
    {
        return q.vec().norm() <= kLimitAnglesGrain / 2 ? Answer({travel, 0, 0}) : std::nullopt;
    }
};

struct RotationOf {
    const Angles& angles;

    Quat operator()(std::monostate) const
    {
        return fromRotationVector({angles[0], angles[1], angles[2]});
    }
    Quat operator()(const FixedLimit&) const { return Quat::Identity(); }
    Quat operator()(const HingeLimit& hinge) const
    {
        return about(hinge.axis.normalized(), angles[0]);
    }
    Quat operator()(const ConeLimit& cone) const
    {
        const Mat3 frame = coneFrame(cone);
        return fromRotationVector(swingVector(frame, angles[0], angles[1])) *
               about(frame.col(2), angles[2]);
    }
    Quat operator()(const BoxLimit& box) const { return fromEuler(box.order, angles); }
    Quat operator()(const PrismaticLimit&) const { return Quat::Identity(); }
};

struct Rates {
    const Angles& angles;

    Mat3 operator()(std::monostate) const { return expRates({angles[0], angles[1], angles[2]}); }
    Mat3 operator()(const FixedLimit&) const { return Mat3::Zero(); }
    Mat3 operator()(const PrismaticLimit&) const { return Mat3::Zero(); }
    Mat3 operator()(const HingeLimit& hinge) const
    {
        Mat3 rates = Mat3::Zero();
        rates.col(0) = hinge.axis.normalized();
        return rates;
    }
    Mat3 operator()(const ConeLimit& cone) const
    {
        const Mat3 frame = coneFrame(cone);
        const Vec3 v = swingVector(frame, angles[0], angles[1]);
        const Mat3 exp = expRates(v);
        Mat3 rates;
        rates.col(0) = exp * frame.col(1);
        rates.col(1) = -exp * frame.col(0);
        rates.col(2) = fromRotationVector(v) * frame.col(2);
        return rates;
    }
    Mat3 operator()(const BoxLimit& box) const
    {
        Mat3 rates;
        const Quat first = about(Vec3::Unit(box.order[0]), angles[0]);
        rates.col(0) = Vec3::Unit(box.order[0]);
        rates.col(1) = first * Vec3::Unit(box.order[1]);
        rates.col(2) =
            first * about(Vec3::Unit(box.order[1]), angles[1]) * Vec3::Unit(box.order[2]);
        return rates;
    }
};

}  // namespace

int freedoms(const Limit& limit)
{
    constexpr std::array kFreedoms{3, 0, 1, 3, 3, 1};
    static_assert(kFreedoms.size() == std::variant_size_v<Limit>);
    return kFreedoms[limit.index()];
}

int turnings(const Limit& limit)
{
    return std::holds_alternative<PrismaticLimit>(limit) ? 0 : freedoms(limit);
}

std::array<Range, 3> bounds(const Limit& limit)
{
    if (const auto* hinge = std::get_if<HingeLimit>(&limit)) return {hinge->angle};
    if (const auto* slide = std::get_if<PrismaticLimit>(&limit)) return {slide->travel};
    if (const auto* box = std::get_if<BoxLimit>(&limit))
        return {box->range[box->order[0]], box->range[box->order[1]], box->range[box->order[2]]};
    if (const auto* cone = std::get_if<ConeLimit>(&limit))
        return {Range{-cone->angles[2], cone->angles[0]}, Range{-cone->angles[3], cone->angles[1]},
                cone->twist};
    if (limit.index() == 0) {
        const Range any{-kInfinity, kInfinity};
        return {any, any, any};
    }
    return {};
}

std::optional<Angles> anglesInside(const Limit& limit, const Quat& q, double travel)
{
    return std::visit(Inside{q, travel}, limit);
}

Angles anglesOf(const Limit& limit, const Quat& q, double travel)
{
    return std::visit(AnglesOf{q, travel}, limit);
}

Quat rotationOf(const Limit& limit, const Angles& angles)
{
    return std::visit(RotationOf{angles}, limit);
}

bool clampAngles(const Limit& limit, Angles& angles)
{
    const Angles before = angles;
    if (limit.index() == 0) return false;
    const auto range = bounds(limit);
    const bool cone = std::holds_alternative<ConeLimit>(limit);
    if (cone) clampTilt(std::get<ConeLimit>(limit), angles[0], angles[1]);
    for (int i = cone ? 2 : 0; i < freedoms(limit); ++i)
        angles[i] = std::clamp(angles[i], range[i].min, range[i].max);
    return angles != before;
}

Mat3 turnRates(const Limit& limit, const Angles& angles)
{
    return std::visit(Rates{angles}, limit);
}

}  // namespace posewright::ik
