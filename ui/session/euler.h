#pragma once

#include "core/math/transform.h"

namespace posewright::ui {

/// Angles about the fixed axes x, then y, then z [deg], as people read a rotation: y in [-90, 90].
Vec3 toAngles(const Quat& rotation);
Quat fromAngles(const Vec3& degrees);

}  // namespace posewright::ui
