#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Contact shadows: soft spots on the ground under a character's lowest parts, to show whether feet
/// stand. Figures without meshes have none.
Layer makeShadow(Scene3d& scene);

}  // namespace posewright::ui
