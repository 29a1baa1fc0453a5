#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Cameras and lights of the scene, as lines: where they are, and which way they look or shine.
Layer makeSights(Scene3d& scene);

}  // namespace posewright::ui
