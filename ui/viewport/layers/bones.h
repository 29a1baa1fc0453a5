#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Bones as sticks, joints without a length as small balls, and balls at roots and ends of figures;
/// or lines instead, or over them if they are translucent.
Layer makeBones(Scene3d& scene);

}  // namespace posewright::ui
