#pragma once

#include "core/math/transform.h"
#include "core/scene/mesh.h"

/// Meshes of simple solids along a stick from the origin in any direction. The sides of a box face
/// along the axes as far as the stick allows.
namespace posewright {

/// From the origin to the stick's end, with a square cross-section `width` wide [m]. Six flat
/// sides.
/// @pre stick is not zero
Mesh boxAlong(const Vec3& stick, double width);

/// All points within half of `width` of the stick: round ends, so longer than the stick by `width`.
/// Smooth normals. [m]
/// @pre stick is not zero
Mesh capsuleAlong(const Vec3& stick, double width);

}  // namespace posewright
