#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// Alt+drag draws a new span on a target's row: a contact over existing Reach, elsewhere a Reach.
SheetTool drawSpanTool();

}  // namespace posewright::ui
