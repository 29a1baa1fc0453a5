#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// The eye and the S of a layer's row: a click switches it on or off, or alone.
SheetTool layerOnTool();
SheetTool layerSoloTool();
/// Its weight: dragged sideways, a percent a pixel; with two keys or more, it is keyed at the
/// playhead.
SheetTool layerWeightTool();

}  // namespace posewright::ui
