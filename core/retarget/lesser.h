#pragma once

#include <algorithm>
#include <cmath>

/// Internal to core/retarget.
namespace posewright::retarget {

/// The lesser of two values, without a corner where they are equal: up to a quarter of `round`
/// less, within that difference of each other. @pre round > 0
inline double lesser(double a, double b, double round)
{
    const double near = std::max(0.0, round - std::abs(a - b));
    return std::min(a, b) - near * near / (4 * round);
}

}  // namespace posewright::retarget
