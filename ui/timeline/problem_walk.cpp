#include "ui/timeline/problem_walk.h"

#include "core/evaluate/evaluate.h"

#include <algorithm>

namespace posewright::ui {

namespace {

using Strip = std::unordered_map<int, ik::Status>;

std::optional<int> next(const Strip& strip, int start, int end, int here, int step,
                        bool (*counts)(ik::Status))
{
    const int count = end - start + 1;
    if (count <= 0) return {};
    const auto found = [&](int frame) {
        const auto known = strip.find(frame);
        return frame >= start && frame <= end && known != strip.end() && counts(known->second);
    };
    here = std::clamp(here, start, end);
    for (int i = 1; i <= count; ++i) {
        const int frame = start + ((here - start + step * i) % count + count) % count;
        if (found(frame) && !found(frame - 1)) return frame;
    }
    return {};
}

}  // namespace

std::optional<int> nextProblem(const Strip& strip, int start, int end, int here, int step)
{
    return next(strip, start, end, here, step, isProblem);
}

std::optional<int> nextEased(const Strip& strip, int start, int end, int here, int step)
{
    return next(strip, start, end, here, step,
                [](ik::Status status) { return status == ik::Status::Softened; });
}

}  // namespace posewright::ui
