#pragma once

#include "core/math/transform.h"

namespace posewright {

/// The least rotation that takes direction `from` onto direction `to` (unit vectors). For opposite
/// directions half a turn about anyPerpendicular(from).
Quat leastArc(const Vec3& from, const Vec3& to);

/// The least squares rotation of vectors `from` onto their counterparts `to`, given the weighted
/// sum of `to * from^T`: Davenport's method (Keat, Analysis of least-squares attitude determination
/// routine DOAOP, 1977).
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

/// Spherical interpolation along the shorter arc at constant speed.
Quat slerp(const Quat& a, const Quat& b, double t);

/// What slerp computes of its ends, for those who need it at many places: the bits are the same.
struct Arc {
    double angle = 0;  ///< [rad] half of the rotation from one end to the other
    double sine = 0;
};
Arc arcBetween(const Quat& a, const Quat& b);
/// @pre arc is arcBetween(a, b)
Quat slerp(const Quat& a, const Quat& b, double t, const Arc& arc);

/// q = swing * twist, where twist turns about the unit `axis` and swing's axis is perpendicular to
/// it. Grassia, Practical parameterization of rotations, 1998. If q turns the axis to its opposite,
/// the twist is undefined and is the identity.
struct SwingTwist {
    Quat swing;
    Quat twist;
};
SwingTwist swingTwist(const Quat& q, const Vec3& axis);

}  // namespace posewright
