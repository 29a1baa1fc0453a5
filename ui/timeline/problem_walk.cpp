#include "ui/timeline/problem_walk.h"

#include "core/evaluate/evaluate.h"

#include <algorithm>

namespace posewright::ui {

std::optional<int> nextProblem(const std::unordered_map<int, ik::Status>& strip, int start, int end,
                               int here, int step)
{
    const int count = end - start + 1;
    if (count <= 0) return {};
    const auto missed = [&](int frame) {
        const auto known = strip.find(frame);
        return frame >= start && frame <= end && known != strip.end() && isProblem(known->second);
    };
    here = std::clamp(here, start, end);
    for (int i = 1; i <= count; ++i) {
        const int frame = start + ((here - start + step * i) % count + count) % count;
        if (missed(frame) && !missed(frame - 1)) return frame;
    }
    return {};
}

}  // namespace posewright::ui
