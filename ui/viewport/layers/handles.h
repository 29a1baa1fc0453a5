#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// What the current tool shows: its handles, a box, the readout at the pointer.
Layer makeHandles(Scene3d& scene);

/// The rectangle of the readout; empty: there is none.
QRectF readoutPlace(Canvas& canvas, const OverlayScene& scene, const OverlayTool& tool);

}  // namespace posewright::ui
