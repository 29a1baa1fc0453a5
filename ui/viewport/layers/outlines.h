#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Outlines of selected nodes: a ring around targets and poles, the contour of bones. All in one
/// colour, since other colours show target status.
Layer makeOutlines(Scene3d& scene);

/// Radius of the ring around a selected target or pole at a world position [px].
double selectionRing(const OverlayScene& scene, const Vec3& at);
/// Colour of the outlines, different from all status colours.
QColor selectionColor();

}  // namespace posewright::ui
