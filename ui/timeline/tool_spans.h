#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// Drags the ends of a span and the handles of its fades.
SheetTool spanEndTool();
/// Drags its body.
SheetTool spanTool();

/// Fills the context menu of a span.
void fillSpanMenu(KeySheet& sheet, const TimelineHit& hit, const TimePoint& at, TimeMenu& menu);
/// `sentence` with "Reach from 3 to 20" inserted.
QString spanHint(const KeySheet& sheet, const TimelineHit& hit, const QString& sentence);

}  // namespace posewright::ui
