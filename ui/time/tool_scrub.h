#pragma once

#include "ui/time/canvas_tools.h"

namespace posewright::ui {

/// Scrub on the ruler and on the strip of problems.
CanvasTool rulerTool();
CanvasTool stripTool();

}  // namespace posewright::ui
