#pragma once

#include "ui/timeline/sheet_tools.h"

namespace posewright::ui {

/// Keys: selected, dragged, copied, and left another way.
SheetTool keyTool();
/// The inside of the frame around several: they are dragged together.
SheetTool keyFrameTool();

/// Selects keys that lie on each other. False: they were selected, and are no more.
bool clickKey(KeySheet& sheet, const std::vector<edit::KeyRef>& refs,
              Qt::KeyboardModifiers modifiers);

/// Where nothing else is, a double click sets a key.
void setKeyThere(KeySheet& sheet, const TimelineHit& hit, const TimePoint& at);

}  // namespace posewright::ui
