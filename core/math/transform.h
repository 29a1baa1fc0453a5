#pragma once

#include <Eigen/Geometry>

namespace posewright {

using Vec3 = Eigen::Vector3d;
using Vec4 = Eigen::Vector4d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;
using Affine = Eigen::Affine3d;

/// Placement in the parent's space: x -> translation + rotation * (scale . x), as in glTF 2.0,
/// section 3.5.3. Right-handed, +Y up, column vectors, lengths in document units [m].
struct Transform {
    Vec3 translation = Vec3::Zero();
    Quat rotation = Quat::Identity();  ///< unit
    Vec3 scale = Vec3::Ones();

    Affine matrix() const
    {
        return Eigen::Translation3d(translation) * rotation * Eigen::Scaling(scale);
    }
    friend bool operator==(const Transform& a, const Transform& b)
    {
        return a.translation == b.translation && a.rotation.coeffs() == b.rotation.coeffs() &&
               a.scale == b.scale;
    }
};

/// Placement in the world. The rotation is the product of the rotations above, free of scale and
/// shear; the linear part carries everything.
struct WorldTransform {
    Vec3 position = Vec3::Zero();
    Quat rotation = Quat::Identity();  ///< unit
    Mat3 linear = Mat3::Identity();

    Vec3 operator*(const Vec3& local) const { return position + linear * local; }
    Affine matrix() const
    {
        Affine m;
        m.linear() = linear;
        m.translation() = position;
        return m;
    }
    friend bool operator==(const WorldTransform& a, const WorldTransform& b)
    {
        return a.position == b.position && a.rotation.coeffs() == b.rotation.coeffs() &&
               a.linear == b.linear;
    }
};

/// The world placement of a node at `local` below `parent`.
inline WorldTransform operator*(const WorldTransform& parent, const Transform& local)
{
    WorldTransform w;
    w.position = parent * local.translation;
    w.rotation = (parent.rotation * local.rotation).normalized();
    w.linear.noalias() = parent.linear * local.rotation.toRotationMatrix();
    for (int axis = 0; axis < 3; ++axis) w.linear.col(axis) *= local.scale[axis];
    return w;
}

}  // namespace posewright
