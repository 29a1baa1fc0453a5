#pragma once

#include "core/math/transform.h"

namespace posewright::ui {

/// Angles about the fixed axes x, then y, then z [deg], for people; y is in [-90, 90].
Vec3 toAngles(const Quat& rotation);
Quat fromAngles(const Vec3& degrees);

}  // namespace posewright::ui
