#include "app/cli/frame_list.h"

#include "app/cli/text.h"
#include "core/base/number.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace posewright::cli {

namespace {

Error bad(std::string_view text, const std::string& why)
{
    return {.message = "'" + std::string(text) + "' is no list of frames: " + why,
            .advice = "frames are written 0,12,24 or 0:240 or 0:240:10, or a mix of these"};
}

}  // namespace

Result<std::vector<double>> parseFrames(std::string_view text)
{
    std::vector<double> frames;
    for (const std::string_view item : split(text, ',')) {
        std::vector<double> numbers;
        for (const std::string_view word : split(item, ':')) {
            const std::optional<double> number = toNumber(word);
            if (!number) return bad(text, "'" + std::string(word) + "' is no number");
            numbers.push_back(*number);
        }
        if (numbers.size() > 3) return bad(text, "a range has a start, an end and a step");
        const double first = numbers.front();
        const double last = numbers.size() > 1 ? numbers[1] : first;
        const double step = numbers.size() > 2 ? numbers[2] : 1;
        if (!(step > 0)) return bad(text, "the step must be greater than 0");
        if (last < first) return bad(text, "the range runs backwards");

        // Include the end even if the division rounds down.
        const double steps = std::floor((last - first) / step * (1 + 1e-12) + 1e-9);
        if (steps + 1 + static_cast<double>(frames.size()) > kMostFrames)
            return bad(text, "more than " + std::to_string(kMostFrames) + " frames");
        for (int i = 0; i <= static_cast<int>(steps); ++i)
            frames.push_back(std::min(first + i * step, last));
    }
    return frames;
}

Result<Range> parseFrameRange(std::string_view text)
{
    const std::vector<std::string_view> words = split(text, ':');
    const std::optional<double> start = toNumber(words.front());
    const std::optional<double> end = toNumber(words.back());
    if (words.size() > 2 || !start || !end)
        return Error{.message = "'" + std::string(text) + "' is no range of frames",
                     .advice = "a range is written 0:240, both ends in"};
    if (*end < *start)
        return Error{.message = "the range '" + std::string(text) + "' runs backwards"};
    if (*end - *start >= kMostFrames)
        return Error{.message = "the range '" + std::string(text) + "' has more than " +
                                std::to_string(kMostFrames) + " frames"};
    return Range{*start, *end};
}

}  // namespace posewright::cli
