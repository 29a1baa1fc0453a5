#pragma once

#include "core/math/transform.h"

#include <cmath>

namespace posewright {

/// A quaternion as four numbers, of any norm, for loops in which each product waits for the one
/// before, as down a chain. Eigen's is packed in pairs, and moving its numbers in and out of pairs
/// takes such a loop two to three times as long.
struct Hamilton {
    double w = 1, x = 0, y = 0, z = 0;

    Hamilton() = default;
    Hamilton(double w_, double x_, double y_, double z_) : w(w_), x(x_), y(y_), z(z_) {}
    explicit Hamilton(const Quat& q) : w(q.w()), x(q.x()), y(q.y()), z(q.z()) {}

    Hamilton conjugate() const { return {w, -x, -y, -z}; }
    double squaredNorm() const { return (w * w + x * x) + (y * y + z * z); }
    Hamilton unit() const
    {
        const double scale = 1 / std::sqrt(squaredNorm());
        return {w * scale, x * scale, y * scale, z * scale};
    }
    Quat quat() const { return {w, x, y, z}; }

    friend Hamilton operator*(const Hamilton& a, const Hamilton& b)
    {
        return {a.w * b.w - a.x * b.x - (a.y * b.y + a.z * b.z),
                (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
                (a.w * b.y - a.x * b.z) + (a.y * b.w + a.z * b.x),
                (a.w * b.z + a.x * b.y) + (a.z * b.w - a.y * b.x)};
    }
    /// q v q*: v turned, where the quaternion is a unit one.
    Vec3 turn(const Vec3& v) const
    {
        const double tx = 2 * (y * v.z() - z * v.y());
        const double ty = 2 * (z * v.x() - x * v.z());
        const double tz = 2 * (x * v.y() - y * v.x());
        return {v.x() + w * tx + (y * tz - z * ty), v.y() + w * ty + (z * tx - x * tz),
                v.z() + w * tz + (x * ty - y * tx)};
    }
};

}  // namespace posewright
