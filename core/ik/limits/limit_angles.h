#pragma once

#include "core/ik/solver.h"

#include <array>

/// A joint's freedom as up to three numbers, for solvers that work on numbers with bounds. The
/// allowed set is convex in them: a box; only a cone's tilt has a set made of four quarters of
/// ellipses. The struct of each kind describes its numbers (core/scene/limits).
namespace posewright::ik {

using Angles = limits::Numbers;

int freedoms(const Limit&);

/// Bounds of each number; infinite where there are none; for a cone's tilt, those of the box around
/// its allowed set.
std::array<Range, 3> bounds(const Limit&);

/// The numbers of `q` itself, if it is allowed within 1e-12 rad; nullopt if it is not, or if only a
/// longer calculation can tell.
std::optional<Angles> anglesInside(const Limit&, const Quat& q, double travel = 0);

/// The numbers of the allowed rotation nearest to `q` = rest^-1 * local.
Angles anglesOf(const Limit&, const Quat& q, double travel = 0);

/// The rotation, q = rest^-1 * local, for any numbers, inside the bounds or not.
Quat rotationOf(const Limit&, const Angles&);

/// Moves the numbers to the nearest allowed ones (least squares); false if they were allowed and
/// are unchanged. Angles are not wrapped.
bool clampAngles(const Limit&, Angles&);

/// Column i is the angular velocity of the joint, in its rest frame, for unit speed of number i:
/// in the world it is parentWorld * rest * column. Columns of numbers that do not turn the joint,
/// and of those that it does not have, are 0.
Mat3 turnRates(const Limit&, const Angles&);

}  // namespace posewright::ik
