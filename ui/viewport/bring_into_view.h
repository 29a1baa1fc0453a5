#pragma once

#include "core/math/camera.h"

namespace posewright::ui {

class Viewport;

/// Moves the camera across, if a place is out of the view or close to its border, so that the place
/// is in the middle. The camera is neither turned nor moved closer. World [m].
void bringIntoView(Viewport& viewport, const Vec3& place);

}  // namespace posewright::ui
