#include "core/scene/kinds/aim.h"

#include "core/math/rotation.h"

#include <cmath>

namespace posewright::kinds {

bool isDirection(const Vec3& axis)
{
    return axis.norm() > 1e-12 && axis.allFinite();
}

std::string_view brokenBy(const Aim& aim)
{
    if (std::abs(aim.axis.norm() - 1) <= 1e-6) return {};
    return "the axis that looks is not a unit vector";
}

void complete(Aim& aim, const Vec3& along)
{
    if (aim.axis.isZero()) aim.axis = along;
}

void straighten(Aim& aim)
{
    aim.axis = aim.axis.normalized();
}

void turnAxes(Aim& aim, const Quat& by)
{
    aim.axis = (by * aim.axis).normalized();
}

Lack lackOf(const Aim& aim, const Vec3& at, const Vec3& position, const Quat& rotation)
{
    Lack lack;
    const Vec3 way = at - position;
    lack.distance = way.norm();
    if (!(lack.distance > 0)) return lack;
    lack.towards = way / lack.distance;
    lack.by = rotationVector(leastArc((rotation * aim.axis).normalized(), lack.towards));
    return lack;
}

// A rotation about the line of sight does not change the aim.
Vec3 rateOf(const Aim&, const Lack& lack, const Vec3& turn, const Vec3& moved)
{
    if (!(lack.distance > 0)) return Vec3::Zero();
    return turn - lack.towards * lack.towards.dot(turn) + lack.towards.cross(moved) / lack.distance;
}

Vec3 pointFor(const Aim& aim, const Stand& effector)
{
    return effector.position + effector.away * (effector.rotation * aim.axis);
}

}  // namespace posewright::kinds
