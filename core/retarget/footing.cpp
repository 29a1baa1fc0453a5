#include "core/retarget/footing.h"

#include "core/retarget/widened.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace posewright::retarget {

namespace {

constexpr double kWidened = 0.15;  ///< [s] to each side

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
