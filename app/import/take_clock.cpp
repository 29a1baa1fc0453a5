#include "app/import/take_clock.h"

#include "core/motion/rates.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace posewright::import {

namespace {

/// Rounding of seconds written with six digits. [s]
double lostAt(double seconds)
{
    return 1e-6 + 5e-6 * std::abs(seconds);
}

}  // namespace

TakeClock::TakeClock(const std::vector<double>& ticks, double rate) : rate_(rate)
{
    for (const double tick : ticks) first_ = std::min(first_, tick);
    constexpr double kOfAFrame = 0.05;  ///< in frames; more is no rounding
    const auto fits = [&](double frames) {
        return std::all_of(ticks.begin(), ticks.end(), [&](double tick) {
            const double seconds = (tick - first_) / rate_;
            const double off = std::abs(std::round(seconds * frames) / frames - seconds);
            return off <= lostAt(seconds) && off * frames < kOfAFrame;
        });
    };
    const auto found = std::find_if(std::begin(kUsualRates), std::end(kUsualRates), fits);
    if (found != std::end(kUsualRates)) frames_ = *found;
}

float TakeClock::seconds(double tick) const
{
    const double exact = (tick - first_) / rate_;
    return static_cast<float>(frames_ > 0 ? std::round(exact * frames_) / frames_ : exact);
}

}  // namespace posewright::import
