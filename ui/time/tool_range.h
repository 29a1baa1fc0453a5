#pragma once

#include "ui/time/canvas_tools.h"

namespace posewright::ui {

/// Drags the ends of the played range, or all of it, on its lane.
CanvasTool rangeEndTool();
CanvasTool rangeTool();
/// Starts a box selection on an empty place of the lanes.
CanvasTool laneTool();

}  // namespace posewright::ui
