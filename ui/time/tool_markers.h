#pragma once

#include "ui/time/canvas_tools.h"

namespace posewright::ui {

/// Drags markers on their lane; a double click renames.
CanvasTool markerTool();

/// Opens a field for the name of the marker at a frame, if there is one.
void renameMarker(TimeCanvas& canvas, double frame);

}  // namespace posewright::ui
