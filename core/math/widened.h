#pragma once

#include <cstddef>
#include <vector>

namespace posewright {

/// Values that are at least as large at each frame and change gradually: the mean over the window
/// of the largest in the window around each. O(values * reach)
/// @param reach frames to each side, 1 or more
std::vector<double> widened(const std::vector<double>& values, std::ptrdiff_t reach);

}  // namespace posewright
