#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// For spans on which a box may begin (decision 11): a drag selects keys, a click the span.
SheetTool spanOrBoxTool();
/// The background, and everything that no other tool takes: a box selection.
SheetTool groundTool();

}  // namespace posewright::ui
