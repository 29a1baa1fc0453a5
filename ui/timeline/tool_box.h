#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// A span on which a box may begin (decision 11): a drag selects keys, a click the span.
SheetTool spanOrBoxTool();
/// Ground, and all that no other tool takes.
SheetTool groundTool();

}  // namespace posewright::ui
