#pragma once

#include "ui/time/time_layout.h"
#include "ui/time/tool.h"

#include <span>

namespace posewright::ui {

class TimeCanvas;

using CanvasTool = TimeTool<TimeCanvas, TimeHit>;

/// The tools for the ruler and the lanes. If none of them takes a hit, or the one that does ignores
/// presses, the content gets it.
std::span<const CanvasTool> canvasTools();

/// Fills the context menu of the ruler and of empty lanes.
void fillRulerMenu(TimeCanvas& canvas, const TimeHit& hit, const TimePoint& at, TimeMenu& menu);

/// The status of a frame in words; empty outside of the played range.
QString stripHint(const TimeCanvas& canvas, double frame);

}  // namespace posewright::ui
