#include "core/retarget/footing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace posewright::retarget {

namespace {

constexpr double kWidened = 0.15;  ///< [s] to each side

/// The mean over the window of the largest in the window around each.
std::vector<double> widened(const std::vector<double>& values, std::ptrdiff_t reach)
{
    const std::ptrdiff_t count = std::ssize(values);
    std::vector<double> most, weights, out;
    most.reserve(values.size());
    out.reserve(values.size());
    const auto clamp = [&](std::ptrdiff_t f) {
        return std::clamp<std::ptrdiff_t>(f, 0, count - 1);
    };
    for (std::ptrdiff_t f = 0; f < count; ++f)
        most.push_back(*std::max_element(values.begin() + clamp(f - reach),
                                         values.begin() + clamp(f + reach) + 1));
    double sum = 0;
    for (std::ptrdiff_t i = -reach; i <= reach; ++i) {
        weights.push_back(1 + std::cos(std::numbers::pi * double(i) / double(reach + 1)));
        sum += weights.back();
    }
    for (std::ptrdiff_t f = 0; f < count; ++f) {
        double mean = 0;
        for (std::ptrdiff_t i = -reach; i <= reach; ++i)
            mean += weights[std::size_t(i + reach)] * most[std::size_t(clamp(f + i))];
        out.push_back(mean / sum);
    }
    return out;
}

}  // namespace

std::vector<std::vector<Footing>> smoothed(const std::vector<std::vector<Footing>>& frames,
                                           double rate)
{
    std::vector<std::vector<Footing>> out = frames;
    const auto reach = std::max<std::ptrdiff_t>(1, std::lround(kWidened * rate));
    for (std::size_t leg = 0; !frames.empty() && leg < frames.front().size(); ++leg)
        for (double Footing::*part : {&Footing::levels, &Footing::bends, &Footing::lift}) {
            std::vector<double> values;
            values.reserve(frames.size());
            for (const auto& frame : frames) values.push_back(frame[leg].*part);
            if (std::ranges::all_of(values, [](double value) { return value == 0; })) continue;
            values = widened(values, reach);
            for (std::size_t f = 0; f < frames.size(); ++f) out[f][leg].*part = values[f];
        }
    return out;
}

}  // namespace posewright::retarget
