#pragma once

#include "core/math/camera.h"

namespace posewright::ui {

class Viewport;

/// Moves the camera across, if a place is out of the view, close to its border or under a notice,
/// so that the place is in the middle of what is free. The camera is neither turned nor moved
/// closer. World [m].
void bringIntoView(Viewport& viewport, const Vec3& place);

}  // namespace posewright::ui
