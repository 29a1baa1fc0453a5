#pragma once

#include <optional>

namespace posewright::ui {

/// A place that the keyboard stands on and a screen reader tells of: the name of a row, or what is
/// at a frame of it.
struct TimeCell {
    int row = 0;
    std::optional<double> frame;

    bool operator==(const TimeCell&) const = default;
};

}  // namespace posewright::ui
