#pragma once

#include "core/base/result.h"
#include "core/scene/limit.h"

#include <string_view>
#include <vector>

namespace posewright::cli {

/// The most frames that one command line may ask for.
inline constexpr int kMostFrames = 1'000'000;

/// Frames as written on the command line: `12`, `0:240` (both ends included), `0:240:10`, and lists
/// of these, `0:10,20`; fractions are allowed. In the order written.
/// Error: another form, a range that runs backwards, a step that is not positive, more than
/// kMostFrames.
Result<std::vector<double>> parseFrames(std::string_view text);

/// `A:B` with A <= B, or a single frame.
Result<Range> parseFrameRange(std::string_view text);

}  // namespace posewright::cli
