#include "core/contacts/ground.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

namespace posewright::contacts {

namespace {

constexpr double kReach = 1.0;   ///< [s] some point stands within this of every frame
constexpr double kRests = 0.05;  ///< quantile of the heights that counts as a point's rest height

/// The minimum or maximum of the values within `reach` frames of each. O(frames)
template <class Before>
std::vector<double> within(const std::vector<double>& values, std::size_t reach, Before before)
{
    std::vector<double> out(values.size());
    std::deque<std::size_t> best;
    std::size_t next = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (; next < values.size() && next <= i + reach; ++next) {
            while (!best.empty() && !before(values[best.back()], values[next])) best.pop_back();
            best.push_back(next);
        }
        while (best.front() + reach < i) best.pop_front();
        out[i] = values[best.front()];
    }
    return out;
}

/// Removes bumps narrower than the window; dips stay.
std::vector<double> opened(const std::vector<double>& values, std::size_t reach)
{
    return within(within(values, reach, std::less<>{}), reach, std::greater<>{});
}

double low(std::vector<double> values)
{
    const auto at = static_cast<std::ptrdiff_t>(kRests * double(values.size()));
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[static_cast<std::size_t>(at)];
}

}  // namespace

std::vector<std::vector<double>> overGround(std::vector<std::vector<double>> heights, double rate)
{
    const std::size_t frames = heights.front().size();
    if (frames == 0) return heights;
    const auto reach = static_cast<std::size_t>(std::ceil(kReach * rate));
    for (std::vector<double>& of : heights) {
        const double rest = low(of);
        for (double& height : of) height -= rest;
    }
    // Twice: rest heights are more accurate once the ground's own slope is removed.
    for (int round = 0; round < 2; ++round) {
        std::vector<double> lowest(frames, std::numeric_limits<double>::infinity());
        for (const std::vector<double>& of : heights)
            for (std::size_t f = 0; f < frames; ++f) lowest[f] = std::min(lowest[f], of[f]);
        const std::vector<double> ground = opened(lowest, reach);
        for (std::vector<double>& of : heights) {
            for (std::size_t f = 0; f < frames; ++f) of[f] -= ground[f];
            const double rest = round == 0 ? low(of) : 0;
            for (double& height : of) height -= rest;
        }
    }
    return heights;
}

}  // namespace posewright::contacts
