#pragma once

#include <vector>

namespace posewright::import {

/// From the ticks of a take to seconds since tick 0, or since its first key if that is earlier.
/// Snaps times to whole frames of a usual rate if they differ only in digits that the file does not
/// give.
class TakeClock {
public:
    /// @param ticks  of all keys
    /// @param rate   ticks per second, > 0
    TakeClock(const std::vector<double>& ticks, double rate);

    float seconds(double tick) const;

private:
    double first_ = 0;
    double rate_;
    double frames_ = 0;  ///< per second; 0: times are kept as they are
};

}  // namespace posewright::import
