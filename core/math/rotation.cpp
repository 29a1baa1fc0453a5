#include "core/math/rotation.h"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace posewright {

Vec3 anyPerpendicular(const Vec3& v)
{
    // Use the coordinate axis least parallel to v, to keep the cross product well conditioned.
    int least = 0;
    if (std::abs(v.y()) < std::abs(v[least])) least = 1;
    if (std::abs(v.z()) < std::abs(v[least])) least = 2;
    return v.cross(Vec3::Unit(least)).normalized();
}

Quat leastArc(const Vec3& from, const Vec3& to)
{
    const double c = from.dot(to);
    if (c < -1 + 1e-14) {
        const Vec3 axis = anyPerpendicular(from);
        return {0, axis.x(), axis.y(), axis.z()};
    }
    const Vec3 axis = from.cross(to);
    return Quat(1 + c, axis.x(), axis.y(), axis.z()).normalized();
}

Vec3 rotationVector(const Quat& q)
{
    const double sign = q.w() < 0 ? -1 : 1;
    const Vec3 v = sign * q.vec();
    const double s = v.norm();
    if (s < 1e-150) return Vec3::Zero();
    return v * (2 * std::atan2(s, sign * q.w()) / s);
}

Quat fromRotationVector(const Vec3& v)
{
    const double angle = v.norm();
    if (angle < 1e-150) return Quat::Identity();
    const double s = std::sin(angle / 2) / angle;
    return {std::cos(angle / 2), v.x() * s, v.y() * s, v.z() * s};
}

double angleBetween(const Quat& a, const Quat& b)
{
    const Quat d = a.conjugate() * b;
    return 2 * std::atan2(d.vec().norm(), std::abs(d.w()));
}

Quat nearestSign(const Quat& q, const Quat& reference)
{
    return q.dot(reference) < 0 ? Quat(-q.coeffs()) : q;
}

Arc arcBetween(const Quat& a, const Quat& b)
{
    const Quat to = nearestSign(b, a);
    const double angle = std::atan2((a.conjugate() * to).vec().norm(), a.dot(to));
    return {angle, std::sin(angle)};
}

Quat slerp(const Quat& a, const Quat& b, double t, const Arc& arc)
{
    const Quat to = nearestSign(b, a);
    double wa = 1 - t;
    double wb = t;
    if (arc.sine > 1e-9) {
        wa = std::sin(wa * arc.angle) / arc.sine;
        wb = std::sin(wb * arc.angle) / arc.sine;
    }
    return Quat(wa * a.coeffs() + wb * to.coeffs()).normalized();
}

Quat slerp(const Quat& a, const Quat& b, double t)
{
    return slerp(a, b, t, arcBetween(a, b));
}

SwingTwist swingTwist(const Quat& q, const Vec3& axis)
{
    const double along = q.vec().dot(axis);
    const double norm = std::sqrt(q.w() * q.w() + along * along);
    if (norm < 1e-12) return {q, Quat::Identity()};
    const Quat twist(q.w() / norm, axis.x() * along / norm, axis.y() * along / norm,
                     axis.z() * along / norm);
    return {q * twist.conjugate(), twist};
}

Quat bestRotation(const Mat3& sum)
{
    Eigen::Matrix4d k;
    const Vec3 z(sum(2, 1) - sum(1, 2), sum(0, 2) - sum(2, 0), sum(1, 0) - sum(0, 1));
    k.topLeftCorner<3, 3>() = sum + sum.transpose() - sum.trace() * Mat3::Identity();
    k.topRightCorner<3, 1>() = z;
    k.bottomLeftCorner<1, 3>() = z.transpose();
    k(3, 3) = sum.trace();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> eigen(k);
    const Vec4 q = eigen.eigenvectors().col(3);
    return Quat(q).normalized();
}

}  // namespace posewright
