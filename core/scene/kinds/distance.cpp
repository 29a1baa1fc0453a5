#include "core/scene/kinds/distance.h"

#include <cmath>

namespace posewright::kinds {

bool isDistance(const double& distance)
{
    return std::isfinite(distance) && distance >= 0;
}

std::string_view brokenBy(const Distance& kind)
{
    return isDistance(kind.distance) ? std::string_view{} : "the distance is less than 0";
}

// At distance 0 any direction will do.
Lack lackOf(const Distance& kind, const Vec3& at, const Vec3& position, const Quat& /*rotation*/)
{
    Lack lack;
    const Vec3 way = at - position;
    lack.distance = way.norm();
    if (lack.distance > 0) lack.towards = way / lack.distance;
    const Vec3& line = lack.distance > 0 ? lack.towards : Vec3(Vec3::UnitZ());
    lack.by = line * (lack.distance - kind.distance);
    return lack;
}

Vec3 rateOf(const Distance& kind, const Lack& lack, const Vec3& /*turn*/, const Vec3& moved)
{
    if (!(lack.distance > 0)) return moved;
    const Vec3 along = lack.towards * lack.towards.dot(moved);
    return along + (1 - kind.distance / lack.distance) * (moved - along);
}

Vec3 pointFor(const Distance& kind, const Stand& effector)
{
    return effector.position + effector.towards * kind.distance;
}

Range servedFrom(const Distance& kind, double away)
{
    return {std::abs(away - kind.distance), away + kind.distance};
}

}  // namespace posewright::kinds
