#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// A pin at each joint that is fixed while the body is dragged.
Layer makePins(Scene3d& scene);

}  // namespace posewright::ui
