#pragma once

#include "core/ik/solver.h"

#include <array>

/// What a limit allows. All rotations here are q = rest^-1 * local, unit, except where a function
/// takes a joint and its local rotation. A rotation that breaks its limit by no more than 1e-12 rad
/// counts as allowed and is returned bit for bit, so clamping is idempotent.
namespace posewright::ik {

/// Turns `q` to the allowed rotation nearest to it; false if it was allowed and is unchanged.
/// - hinge: the nearest rotation about the axis, its angle clamped to the nearer bound.
/// - cone: swing and twist are clamped separately (q = swing * twist, Grassia 1998). The swing as a
///   tilt [rad] towards `up` and to the right of it lies inside four quarters of ellipses whose
///   semi-axes are the opening angles; this spherical ellipse is continuous up to pi. The nearest
///   point of it is taken, not the radial one, so that the result does not slip sideways along it.
/// - box: nearest by coordinate ascent over the three angles, from both ways to write q as angles.
/// - fixed, prismatic: no rotation.
bool clamp(const Limit&, Quat& q);

/// As above, for a joint's local rotation.
bool clampLocal(const Joint&, Quat& local);

/// The angle between `q` and the nearest allowed rotation. [rad]
double limitViolation(const Limit&, const Quat& q);

/// The travel [m] of a prismatic joint, clamped to its range; 0 for all other joints.
double clampedTravel(const Limit&, double travel);

/// The displacement of a joint's origin by its travel, in its parent's frame; 0 unless prismatic.
/// [m]
Vec3 travelled(const Joint&, double travel);

using LimitSide = limits::Side;
using LimitSides = limits::Sides;

/// The bounds that lie within `near` [rad or m] of the pose. A range without width is not listed.
LimitSides touchedSides(const Limit&, const Quat& q, double travel, double near = 1e-6);
LimitSides touchedSides(const Limit&, const std::array<double, 3>& angles, double near = 1e-6);

using limits::coneFrame;

}  // namespace posewright::ik
