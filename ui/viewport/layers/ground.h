#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// A grid at height 0 and the three axes of the world through it. Looked at from below it is behind
/// everything.
Layer makeGround(Scene3d& scene);

}  // namespace posewright::ui
