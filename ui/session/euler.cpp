#include "ui/session/euler.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

constexpr double kEulerDegree = std::numbers::pi / 180;

}  // namespace

Vec3 toAngles(const Quat& rotation)
{
    const Mat3 m = rotation.toRotationMatrix();
    const double flat = std::hypot(m(0, 0), m(1, 0));
    // If y is a right angle, only x - z or x + z is defined; x gets all of it.
    const bool locked = flat < 1e-9;
    const double x = locked ? std::atan2(-m(1, 2), m(1, 1)) : std::atan2(m(2, 1), m(2, 2));
    const double z = locked ? 0 : std::atan2(m(1, 0), m(0, 0));
    return Vec3(x, std::atan2(-m(2, 0), flat), z) / kEulerDegree;
}

Quat fromAngles(const Vec3& degrees)
{
    const Vec3 a = degrees * kEulerDegree;
    return (Eigen::AngleAxisd(a.z(), Vec3::UnitZ()) * Eigen::AngleAxisd(a.y(), Vec3::UnitY()) *
            Eigen::AngleAxisd(a.x(), Vec3::UnitX()))
        .normalized();
}

}  // namespace posewright::ui
