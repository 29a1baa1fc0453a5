#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// What is looked at in words, the frame and how its targets fare, the axes, the scale.
Layer makeHud(Scene3d& scene);

/// Colours of the axes X, Y, Z.
QColor axisColor(int axis);

}  // namespace posewright::ui
