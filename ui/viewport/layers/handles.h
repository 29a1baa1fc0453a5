#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// What the tool in hand shows: its handles, a box, the words at the pointer.
Layer makeHandles(Scene3d& scene);

/// What the words at the pointer cover; empty: there are none.
QRectF readoutPlace(Canvas& canvas, const OverlayScene& scene, const OverlayTool& tool);

}  // namespace posewright::ui
