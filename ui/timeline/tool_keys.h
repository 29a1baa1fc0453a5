#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// Selects, drags and copies keys, and changes their easing.
SheetTool keyTool();
/// Drags all keys inside their box together.
SheetTool keyFrameTool();

/// Selects keys at one place. False: they were selected and are deselected now.
bool clickKey(KeySheet& sheet, const std::vector<edit::KeyRef>& refs,
              Qt::KeyboardModifiers modifiers);

/// Sets a key by a double click on the background.
void setKeyThere(KeySheet& sheet, const TimelineHit& hit, const TimePoint& at);

}  // namespace posewright::ui
