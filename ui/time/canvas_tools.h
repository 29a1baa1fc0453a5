#pragma once

#include "ui/time/time_layout.h"
#include "ui/time/tool.h"

#include <span>

namespace posewright::ui {

class TimeCanvas;

using CanvasTool = TimeTool<TimeCanvas, TimeHit>;

/// What the pointer does above the content, whatever that is. Where none of these takes a hit, or
/// what takes it does nothing with a press, the content has it.
std::span<const CanvasTool> canvasTools();

/// What a click on the ruler and the lanes beside it offers.
void fillRulerMenu(TimeCanvas& canvas, const TimeHit& hit, const TimePoint& at, TimeMenu& menu);

/// How a frame fares, in words; empty outside of what plays.
QString stripHint(const TimeCanvas& canvas, double frame);

}  // namespace posewright::ui
