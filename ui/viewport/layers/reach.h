#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// The reach of a target's limb, while the target is dragged.
Layer makeReach(Scene3d& scene);

}  // namespace posewright::ui
