#pragma once

#include "ui/time/gesture.h"
#include "ui/time/time_layout.h"

#include <functional>
#include <memory>

namespace posewright::ui {

/// What a box selects.
struct BoxSelection {
    /// The box as it is seen now, and the frames of its sides; again with every move.
    std::function<void(const QRectF& box, double first, double last)> select;
    std::function<void()> finish;
    std::function<void()> cancel;  ///< as it was selected before
};

/// A box from where the pointer is pressed: it began at a frame and a row, wherever those are
/// scrolled to.
/// @param layout of the canvas, now
std::unique_ptr<TimeGesture> makeBoxGesture(std::function<TimeLayout()> layout,
                                            const TimePoint& pressed, BoxSelection selection);

}  // namespace posewright::ui
