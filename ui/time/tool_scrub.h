#pragma once

#include "ui/time/canvas_tools.h"

namespace posewright::ui {

/// The ruler, and the strip of the problems: time follows the pointer.
CanvasTool rulerTool();
CanvasTool stripTool();

}  // namespace posewright::ui
