#pragma once

#include "ui/viewport/draw/canvas.h"
#include "ui/viewport/layers/overlay.h"

namespace posewright::ui {

/// Paints what shows the kind of a selected target, beside its star and its thread: the circle of a
/// distance, for example.
void paintKind(Canvas& canvas, const OverlayScene& scene, const Constraint& target);

}  // namespace posewright::ui
