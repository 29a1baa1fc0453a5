#pragma once

#include "ui/viewport/draw/canvas.h"
#include "ui/viewport/layers/overlay.h"

namespace posewright::ui {

/// What a target that is selected shows of its kind, beside its star and its thread.
void paintKind(Canvas& canvas, const OverlayScene& scene, const Constraint& target);

}  // namespace posewright::ui
