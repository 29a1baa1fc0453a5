#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Text about the view, the frame and the status of its targets; the axes and the scale.
Layer makeHud(Scene3d& scene);

/// Colours of the axes X, Y, Z.
QColor axisColor(int axis);

}  // namespace posewright::ui
