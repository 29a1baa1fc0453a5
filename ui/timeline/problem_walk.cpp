#include "ui/timeline/problem_walk.h"

#include "core/evaluate/evaluate.h"

#include <algorithm>

namespace posewright::ui {

namespace {

using Strip = std::unordered_map<int, ik::Status>;

std::optional<int> next(int start, int end, int here, int step,
                        const std::function<bool(int)>& counts)
{
    const int count = end - start + 1;
    if (count <= 0) return {};
    const auto found = [&](int frame) { return frame >= start && frame <= end && counts(frame); };
    here = std::clamp(here, start, end);
    for (int i = 1; i <= count; ++i) {
        const int frame = start + ((here - start + step * i) % count + count) % count;
        if (found(frame) && !found(frame - 1)) return frame;
    }
    return {};
}

}  // namespace

std::optional<int> nextProblem(const Strip& strip, int start, int end, int here, int step,
                               const std::function<bool(int)>& faulty)
{
    return next(start, end, here, step, [&](int frame) {
        const auto known = strip.find(frame);
        return (known != strip.end() && isProblem(known->second)) || (faulty && faulty(frame));
    });
}

}  // namespace posewright::ui
