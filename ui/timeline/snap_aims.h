#pragma once

#include "ui/models/timeline_model.h"

#include <vector>

namespace posewright::ui {

/// The frames that drags snap to on rows: of keys and of ends of spans, in any order.
/// @param moving frames of keys that are being moved, to be excluded; one sorted list per row
std::vector<double> snapAims(const std::vector<TimelineRow>& rows,
                             const std::vector<std::vector<double>>& moving);

}  // namespace posewright::ui
