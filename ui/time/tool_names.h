#pragma once

#include "ui/time/canvas_tools.h"

namespace posewright::ui {

/// Drags the right edge of the names to change their width.
CanvasTool nameWidthTool();

}  // namespace posewright::ui
