#pragma once

#include "ui/time/canvas_tools.h"

namespace posewright::ui {

/// Markers on their lane: dragged, and renamed by a double click.
CanvasTool markerTool();

/// Opens a field for the name of the marker at a frame, if there is one.
void renameMarker(TimeCanvas& canvas, double frame);

}  // namespace posewright::ui
