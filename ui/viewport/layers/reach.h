#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// How far the limb of a target reaches, while that is dragged.
Layer makeReach(Scene3d& scene);

}  // namespace posewright::ui
