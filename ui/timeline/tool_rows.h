#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// The expander of a row.
SheetTool foldTool();
/// Selects the node of a row by its name.
SheetTool nameTool();

void clickName(KeySheet& sheet, int row, Qt::KeyboardModifiers modifiers);

/// Fills the context menu of a name.
void nameMenu(KeySheet& sheet, const TimelineHit& hit, const TimePoint& at, TimeMenu& menu);

}  // namespace posewright::ui
