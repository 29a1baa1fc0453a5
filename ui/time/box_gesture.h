#pragma once

#include "ui/time/gesture.h"
#include "ui/time/time_layout.h"

#include <functional>
#include <memory>

namespace posewright::ui {

/// Callbacks of a box selection.
struct BoxSelection {
    /// Called at every move with the visible box [px] and the frames of its sides.
    std::function<void(const QRectF& box, double first, double last)> select;
    std::function<void()> finish;
    std::function<void()> cancel;  ///< restores the selection from before
};

/// A box selection from where the pointer is pressed. Its start is fixed to a frame and a row, so
/// that it scrolls with them.
/// @param layout gives the canvas's current layout
std::unique_ptr<TimeGesture> makeBoxGesture(std::function<TimeLayout()> layout,
                                            const TimePoint& pressed, BoxSelection selection);

}  // namespace posewright::ui
