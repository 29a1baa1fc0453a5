#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// The arrow of a row that has others below it.
SheetTool foldTool();
/// The name of a row selects what it stands for.
SheetTool nameTool();

void clickName(KeySheet& sheet, int row, Qt::KeyboardModifiers modifiers);

/// What a right click on a name offers.
void nameMenu(KeySheet& sheet, const TimelineHit& hit, const TimePoint& at, TimeMenu& menu);

}  // namespace posewright::ui
