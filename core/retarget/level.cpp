#include "core/retarget/level.h"

#include <cmath>

namespace posewright::retarget {

Vec3 levelled(const Vec3& axis, const Vec3& up)
{
    // The square of the level part is 1 - v^6, which is (1 - v^2) (1 + v^2 + v^4).
    const double v = up.dot(axis), square = v * v;
    return (axis - v * up) * std::sqrt(1 + square + square * square) + square * v * up;
}

}  // namespace posewright::retarget
