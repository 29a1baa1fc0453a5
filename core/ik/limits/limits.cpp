#include "core/ik/limits.h"

#include "core/ik/limits/limit_angles.h"
#include "core/math/rotation.h"

#include <algorithm>

namespace posewright::ik {
namespace {

// Clamps q onto one kind of limit; false if q was allowed.
template <class L>
bool clampOnto(const L& limit, Quat& q)
{
    const Quat near = limits::rotationOf(limit, limits::numbersOf(limit, q, 0));
    if (angleBetween(near, q) <= limits::kGrain) return false;
    q = near;
    return true;
}

}  // namespace

bool clamp(const Limit& limit, Quat& q)
{
    if (limit.index() == 0 || anglesInside(limit, q)) return false;
    return std::visit([&](const auto& kind) { return clampOnto(kind, q); }, limit);
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
    std::visit([&](const auto& kind) { limits::touch(sides, kind, angles, near); }, limit);
    return sides;
}

}  // namespace posewright::ik
