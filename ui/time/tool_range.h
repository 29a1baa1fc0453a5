#pragma once

#include "ui/time/canvas_tools.h"

namespace posewright::ui {

/// The range that plays, on its lane: its ends and all of it are dragged.
CanvasTool rangeEndTool();
CanvasTool rangeTool();
/// Beside what lies on the lanes: a box begins there.
CanvasTool laneTool();

}  // namespace posewright::ui
