#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// The eye and the S in a layer's row: a click toggles on or solo.
SheetTool layerOnTool();
SheetTool layerSoloTool();
/// Drags a layer's weight sideways, one percent per pixel; if it has two or more keys, it is keyed
/// at the playhead.
SheetTool layerWeightTool();

}  // namespace posewright::ui
