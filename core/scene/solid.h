#pragma once

#include "core/math/transform.h"
#include "core/scene/mesh.h"

/// Meshes of plain solids that lie along a stick from the origin. The stick's direction may be any;
/// the sides of a box are those of the axes, as far as the stick allows.
namespace posewright {

/// From the origin to the stick's end, its square section `width` wide. Six flat sides.
/// @pre stick is not zero
Mesh boxAlong(const Vec3& stick, double width);

/// The places nearer than half of `width` to the stick: it is round, and longer than the stick by
/// `width`. Smooth.
/// @pre stick is not zero
Mesh capsuleAlong(const Vec3& stick, double width);

}  // namespace posewright
