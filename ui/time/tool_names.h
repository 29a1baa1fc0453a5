#pragma once

#include "ui/time/canvas_tools.h"

namespace posewright::ui {

/// The right edge of the names: they are as wide as one likes.
CanvasTool nameWidthTool();

}  // namespace posewright::ui
