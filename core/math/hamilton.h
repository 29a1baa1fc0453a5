#pragma once

#include "core/math/transform.h"

#include <cmath>

namespace posewright {

/// A quaternion as four numbers, of any norm, for loops in which each product depends on the one
/// before, as down a chain. Eigen's quaternion uses packed registers, and packing and unpacking
/// makes such a loop two to three times slower.
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

    friend Hamilton operator*(const Hamilton& a, double by)
    {
        return {a.w * by, a.x * by, a.y * by, a.z * by};
    }
    friend Hamilton operator*(const Hamilton& a, const Hamilton& b)
    {
        return {a.w * b.w - a.x * b.x - (a.y * b.y + a.z * b.z),
                (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
                (a.w * b.y - a.x * b.z) + (a.y * b.w + a.z * b.x),
                (a.w * b.z + a.x * b.y) + (a.z * b.w - a.y * b.x)};
    }
    /// q v q*: v turned. @pre this is a unit quaternion
    Vec3 turn(const Vec3& v) const
    {
        const double tx = 2 * (y * v.z() - z * v.y());
        const double ty = 2 * (z * v.x() - x * v.z());
        const double tz = 2 * (x * v.y() - y * v.x());
        return {v.x() + w * tx + (y * tz - z * ty), v.y() + w * ty + (z * tx - x * tz),
                v.z() + w * tz + (x * ty - y * tx)};
    }
    /// v turned, times this quaternion's squared norm, which may be any.
    Vec3 turnScaled(const Vec3& v) const
    {
        const double own = w * w - (x * x + y * y + z * z);
        const double along = 2 * (x * v.x() + y * v.y() + z * v.z());
        return {own * v.x() + along * x + 2 * w * (y * v.z() - z * v.y()),
                own * v.y() + along * y + 2 * w * (z * v.x() - x * v.z()),
                own * v.z() + along * z + 2 * w * (x * v.y() - y * v.x())};
    }
    /// This rotation followed by the least arc that takes its turned `axis`, a, onto `u`, both
    /// unit. The result is scaled by sqrt(2 (1 + cos)) of the angle between them: the arc is the
    /// quaternion 1 - u a, with a = q axis / q, so that no square root delays the placing of the
    /// joints below.
    Hamilton arcOnto(const Vec3& axis, const Vec3& u) const
    {
        const double ax = axis.x();
        const double ay = axis.y();
        const double az = axis.z();
        const double rw = -(x * ax + y * ay) - z * az;
        const double rx = w * ax + (y * az - z * ay);
        const double ry = w * ay + (z * ax - x * az);
        const double rz = w * az + (x * ay - y * ax);
        return {w + (u.x() * rx + u.y() * ry) + u.z() * rz,
                (x - u.x() * rw) - (u.y() * rz - u.z() * ry),
                (y - u.y() * rw) - (u.z() * rx - u.x() * rz),
                (z - u.z() * rw) - (u.x() * ry - u.y() * rx)};
    }
};

}  // namespace posewright
