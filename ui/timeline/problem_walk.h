#pragma once

#include "core/ik/solver.h"

#include <functional>
#include <optional>
#include <unordered_map>

namespace posewright::ui {

/// Where a stretch of frames with a problem, or that `faulty` names, begins that a walk from `here`
/// comes to next: on with `step` 1, back with -1, round at the ends of [start, end]. Within a
/// stretch, back goes to where it begins. Frames that nobody has solved yet have no problem so far.
/// Nothing where there is none.
std::optional<int> nextProblem(const std::unordered_map<int, ik::Status>& strip, int start, int end,
                               int here, int step, const std::function<bool(int)>& faulty = {});

}  // namespace posewright::ui
