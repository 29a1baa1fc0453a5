#pragma once

#include "core/math/transform.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace posewright::test {

/// The path that warm solvers are timed on: 600 frames of a circle at half the reach of a chain of
/// length 1, 120 frames to a turn, so that a step is 0.0157 of the length.
inline std::vector<Vec3> circlePath()
{
    std::vector<Vec3> path;
    for (int i = 0; i < 600; ++i) {
        const double angle = 2 * std::numbers::pi * i / 120;
        path.emplace_back(0.5, 0.3 * std::cos(angle), 0.3 * std::sin(angle));
    }
    return path;
}

}  // namespace posewright::test
