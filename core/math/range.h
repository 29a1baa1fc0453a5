#pragma once

#include "core/base/members.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright {

/// A range [min, max] with min <= max.
struct Range {
    double min = 0;
    double max = 0;
    bool operator==(const Range&) const = default;
};

constexpr auto describe(Of<Range>)
{
    return members<Range>(always("min", &Range::min), always("max", &Range::max));
}

/// `angle` if it is in the range; else the angle that differs from it by whole turns and is nearest
/// to the middle of the range. [rad]
inline double nearestTurn(double angle, const Range& range)
{
    constexpr double turn = 2 * std::numbers::pi;
    if (angle >= range.min && angle <= range.max) return angle;
    const double middle = range.min + (range.max - range.min) / 2;
    return middle + std::remainder(angle - middle, turn);
}

/// As above, clamped to the range.
inline double clampedAngle(double angle, const Range& range)
{
    return std::clamp(nearestTurn(angle, range), range.min, range.max);
}

}  // namespace posewright
