#pragma once

#include "core/math/transform.h"

/// Inside of core/retarget.
namespace posewright::retarget {

/// An axis across the body, nearer to level: hardly anything is left of a small tilt, while an axis
/// that points up or down stays. Its height v becomes v^3. Smooth everywhere.
/// @param axis unit
/// @param up unit
Vec3 levelled(const Vec3& axis, const Vec3& up);

}  // namespace posewright::retarget
