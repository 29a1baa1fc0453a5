#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace posewright::test {

/// The largest change from a frame to the next one.
inline double largestStep(const std::vector<double>& angles)
{
    double most = 0;
    for (std::size_t f = 1; f < angles.size(); ++f)
        most = std::max(most, std::abs(angles[f] - angles[f - 1]));
    return most;
}

/// At how many frames the change of a knee changes by 3 degrees more than within two frames there
/// in the capture: a straight knee that trembles.
inline int joltsOf(const std::vector<double>& was, const std::vector<double>& is)
{
    const auto second = [](const std::vector<double>& of, std::size_t f) {
        return std::abs(of[f + 1] - 2 * of[f] + of[f - 1]);
    };
    int count = 0;
    for (std::size_t f = 3; f + 3 < is.size(); ++f) {
        double near = 0;
        for (std::size_t g = f - 2; g <= f + 2; ++g) near = std::max(near, second(was, g));
        count += second(is, f) - near > 3 / 57.29577951308232;
    }
    return count;
}

}  // namespace posewright::test
