#pragma once

#include "ui/time/canvas_tools.h"

namespace posewright::ui {

/// Drags the ends of the played range, or all of it, on its lane.
CanvasTool rangeEndTool();
CanvasTool rangeTool();
/// Double click shows the whole range; presses go to the content.
CanvasTool laneTool();

}  // namespace posewright::ui
