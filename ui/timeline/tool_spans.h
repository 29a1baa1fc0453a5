#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// The ends of a span, and the handles of its fades.
SheetTool spanEndTool();
/// Its body.
SheetTool spanTool();

/// What a right click on a span offers.
void fillSpanMenu(KeySheet& sheet, const TimelineHit& hit, const TimePoint& at, TimeMenu& menu);
/// "Reach from 3 to 20", put into a sentence.
QString spanHint(const KeySheet& sheet, const TimelineHit& hit, const QString& sentence);

}  // namespace posewright::ui
