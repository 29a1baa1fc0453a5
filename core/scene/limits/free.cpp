#include "core/scene/limits/free.h"

#include "core/math/rotation.h"

#include <limits>

namespace posewright::limits {

std::string_view faultOf(std::monostate)
{
    return {};
}

std::array<Range, 3> boundsOf(std::monostate)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const Range any{-kInfinity, kInfinity};
    return {any, any, any};
}

std::optional<Numbers> insideOf(std::monostate, const Quat&, double)
{
    return std::nullopt;
}

Numbers numbersOf(std::monostate, const Quat& q, double)
{
    const Vec3 v = rotationVector(q);
    return {v.x(), v.y(), v.z()};
}

Quat rotationOf(std::monostate, const Numbers& numbers)
{
    return fromRotationVector({numbers[0], numbers[1], numbers[2]});
}

Mat3 ratesOf(std::monostate, const Numbers& numbers)
{
    return expRates({numbers[0], numbers[1], numbers[2]});
}

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

}  // namespace posewright::limits
