#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// The handles of the frame around several keys scale them about its other end.
SheetTool scaleTool();

}  // namespace posewright::ui
