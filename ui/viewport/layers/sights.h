#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Cameras and lights of the scene as lines that show position and direction.
Layer makeSights(Scene3d& scene);

}  // namespace posewright::ui
