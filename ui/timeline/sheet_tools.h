#pragma once

#include "ui/time/tool.h"
#include "ui/timeline/timeline_layout.h"

#include <span>

namespace posewright::ui {

class KeySheet;

using SheetTool = TimeTool<KeySheet, TimelineHit>;

/// The pointer tools for keys and spans.
std::span<const SheetTool> sheetTools();

}  // namespace posewright::ui
