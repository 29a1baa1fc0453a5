#pragma once

#include "core/ik/solver.h"

#include <functional>
#include <optional>
#include <unordered_map>

namespace posewright::ui {

/// The start of the next (`step` 1) or previous (-1) run of frames with a problem, or for which
/// `faulty` holds, seen from `here`; wraps around in [start, end]. Inside a run, -1 goes to its
/// start. Frames that are not evaluated yet count as without problem. Nullopt if there is none.
std::optional<int> nextProblem(const std::unordered_map<int, ik::Status>& strip, int start, int end,
                               int here, int step, const std::function<bool(int)>& faulty = {});

}  // namespace posewright::ui
