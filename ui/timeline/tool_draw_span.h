#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// Alt draws a new span on the row of a target: a contact where it reaches already, a reach
/// elsewhere.
SheetTool drawSpanTool();

}  // namespace posewright::ui
