#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// Scales keys by the handles of their box, about its other end.
SheetTool scaleTool();

}  // namespace posewright::ui
