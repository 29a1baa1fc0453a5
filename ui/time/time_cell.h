#pragma once

#include <optional>

namespace posewright::ui {

/// A cell for the keyboard cursor and screen readers: the name of a row, or a frame of it.
struct TimeCell {
    int row = 0;
    std::optional<double> frame;

    bool operator==(const TimeCell&) const = default;
};

}  // namespace posewright::ui
