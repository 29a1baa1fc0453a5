#pragma once

#include "core/math/transform.h"

namespace posewright {

/// The least rotation that takes direction `from` onto direction `to` (unit vectors).
/// Opposite directions turn half a turn about a fixed perpendicular of `from`, always the same.
Quat leastArc(const Vec3& from, const Vec3& to);

/// The rotation that takes vectors nearest to their counterparts in the least squares, from the sum
/// of `to * from^T`, each with its weight: Davenport's method (Keat, Analysis of least-squares
/// attitude determination routine DOAOP, 1977).
Quat bestRotation(const Mat3& sum);

/// A unit vector perpendicular to the unit vector `v`, always the same one.
Vec3 anyPerpendicular(const Vec3& v);

/// A rotation as axis times angle [rad], angle in [0, pi].
Vec3 rotationVector(const Quat& q);
Quat fromRotationVector(const Vec3& v);

/// The angle between two orientations, in [0, pi]; exact near 0.
double angleBetween(const Quat& a, const Quat& b);

/// `q`, or its negative, whichever lies in the hemisphere of `reference`.
Quat nearestSign(const Quat& q, const Quat& reference);

/// Spherical interpolation along the shorter way, constant speed.
Quat slerp(const Quat& a, const Quat& b, double t);

/// q = swing * twist, where twist turns about the unit `axis` and swing's axis is perpendicular
/// to it. Grassia, Practical parameterization of rotations, 1998. Where q turns the axis round to
/// its opposite, the twist is not defined and is the identity.
struct SwingTwist {
    Quat swing;
    Quat twist;
};
SwingTwist swingTwist(const Quat& q, const Vec3& axis);

}  // namespace posewright
