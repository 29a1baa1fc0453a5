#include "core/ik/limits.h"

#include "core/ik/limits/euler_box.h"
#include "core/ik/limits/limit_angles.h"
#include "core/math/ellipse.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright::ik {
namespace {

constexpr double kLimitsGrain = 1e-12;  // [rad] what counts as no violation

// One clamp for each kind of limit; false if q was allowed.
struct Clamp {
    Quat& q;

    bool operator()(std::monostate) const { return false; }
    bool operator()(const FixedLimit&) const { return stop(); }
    bool operator()(const PrismaticLimit&) const { return stop(); }
    bool operator()(const HingeLimit& hinge) const
    {
        const Quat near = rotationOf(hinge, anglesOf(hinge, q));
        if (angleBetween(near, q) <= kLimitsGrain) return false;
        q = near;
        return true;
    }
    bool operator()(const ConeLimit& cone) const
    {
        const Quat near = rotationOf(cone, anglesOf(cone, q));
        if (angleBetween(near, q) <= kLimitsGrain) return false;
        q = near;
        return true;
    }
    bool operator()(const BoxLimit& box) const
    {
        bool moved = false;
        const auto angles = nearestInBox(box, q, moved);
        if (moved) q = fromEuler(box.order, angles);
        return moved;
    }

private:
    bool stop() const
    {
        if (angleBetween(q, Quat::Identity()) <= kLimitsGrain) return false;
        q = Quat::Identity();
        return true;
    }
};

void touch(LimitSides& sides, std::string_view part, double value, const Range& range, double near)
{
    if (!(range.max > range.min)) return;
    int side = 0;
    if (value >= range.max - near) side = 1;
    if (value <= range.min + near && (side == 0 || value - range.min < range.max - value))
        side = -1;
    if (side != 0) sides.list[sides.count++] = {part, side};
}

void touchAngle(LimitSides& sides, std::string_view part, double value, const Range& range,
                double near)
{
    if (range.max - range.min < 2 * std::numbers::pi) touch(sides, part, value, range, near);
}

}  // namespace

bool clamp(const Limit& limit, Quat& q)
{
    if (limit.index() == 0 || anglesInside(limit, q)) return false;
    return std::visit(Clamp{q}, limit);
}

Quat clamped(const Limit& limit, const Quat& q)
{
    Quat near = q;
    clamp(limit, near);
    return near;
}

bool clampLocal(const Joint& joint, Quat& local)
{
    if (joint.limit.index() == 0) return false;
    Quat q = joint.rest.conjugate() * local;
    if (!clamp(joint.limit, q)) return false;
    local = (joint.rest * q).normalized();
    return true;
}

double limitViolation(const Limit& limit, const Quat& q)
{
    Quat near = q;
    return clamp(limit, near) ? angleBetween(near, q) : 0;
}

double localViolation(const Joint& joint, const Quat& local)
{
    return joint.limit.index() == 0 ? 0
                                    : limitViolation(joint.limit, joint.rest.conjugate() * local);
}

double clampedTravel(const Limit& limit, double travel)
{
    const auto* slide = std::get_if<PrismaticLimit>(&limit);
    return slide ? std::clamp(travel, slide->travel.min, slide->travel.max) : 0;
}

Vec3 travelled(const Joint& joint, double travel)
{
    const auto* slide = std::get_if<PrismaticLimit>(&joint.limit);
    return slide ? Vec3(joint.rest.normalized() * slide->axis.normalized() * travel) : Vec3::Zero();
}

LimitSides touchedSides(const Limit& limit, const Quat& q, double travel, double near)
{
    return touchedSides(limit, anglesOf(limit, q, travel), near);
}

LimitSides touchedSides(const Limit& limit, const Angles& angles, double near)
{
    LimitSides sides;
    if (const auto* hinge = std::get_if<HingeLimit>(&limit)) {
        touchAngle(sides, "hinge", angles[0], hinge->angle, near);
    } else if (const auto* cone = std::get_if<ConeLimit>(&limit)) {
        const double a = cone->angles[angles[0] < 0 ? 2 : 0];
        const double b = cone->angles[angles[1] < 0 ? 3 : 1];
        const double tilt = std::hypot(angles[0], angles[1]);
        const double share = std::hypot(angles[0] / a, angles[1] / b);
        if (share > 0 && tilt / share - tilt <= near) sides.list[sides.count++] = {"cone", 1};
        touchAngle(sides, "twist", angles[2], cone->twist, near);
    } else if (const auto* box = std::get_if<BoxLimit>(&limit)) {
        constexpr std::array<std::string_view, 3> kAxis{"x", "y", "z"};
        for (int i = 0; i < 3; ++i) {
            const int axis = box->order[i];
            touchAngle(sides, kAxis[axis], angles[i], box->range[axis], near);
        }
    } else if (const auto* slide = std::get_if<PrismaticLimit>(&limit)) {
        touch(sides, "travel", angles[0], slide->travel, near);
    }
    return sides;
}

double nearestTurn(double angle, const Range& range)
{
    constexpr double turn = 2 * std::numbers::pi;
    if (angle >= range.min && angle <= range.max) return angle;
    const double middle = range.min + (range.max - range.min) / 2;
    return middle + std::remainder(angle - middle, turn);
}

double clampedAngle(double angle, const Range& range)
{
    return std::clamp(nearestTurn(angle, range), range.min, range.max);
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

}  // namespace posewright::ik
