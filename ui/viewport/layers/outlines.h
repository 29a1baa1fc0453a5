#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Outlines of what is selected: a ring around targets and poles, the contour of bones. They have
/// one colour, since colours show how targets fare.
Layer makeOutlines(Scene3d& scene);

/// Radius of the ring around a selected target or pole that is seen at a place [px].
double selectionRing(const OverlayScene& scene, const Vec3& at);
/// Colour of the outlines: that of no status.
QColor selectionColor();

}  // namespace posewright::ui
