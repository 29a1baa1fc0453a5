#include "core/retarget/footing.h"

#include "core/math/widened.h"
#include "core/retarget/lesser.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace posewright::retarget {

namespace {

constexpr double kWidened = 0.15;  ///< [s] to each side
constexpr double kRound = 0.25;    ///< difference of shares within which the lesser has no corner,
                                   ///< unless a share is less
constexpr double kFarther = 2;     ///< times the angle: feet turn no farther than that

double lesserShare(double a, double b)
{
    const double round = std::min({kRound, a, b});
    return round > 0 ? lesser(a, b, round) : std::min(a, b);
}

using Part = double Footing::*;

constexpr std::pair<Part, Part> kParts[] = {{&Footing::levels, &Footing::tilt},
                                            {&Footing::bends, &Footing::droop},
                                            {&Footing::lift, nullptr}};

/// One of a leg's parts at each frame, times another.
std::vector<double> partsOf(const std::vector<std::vector<Footing>>& frames, std::size_t leg,
                            Part part, Part times = nullptr)
{
    std::vector<double> out;
    out.reserve(frames.size());
    for (const auto& frame : frames)
        out.push_back(frame[leg].*part * (times ? frame[leg].*times : 1));
    return out;
}

}  // namespace

std::vector<std::vector<Footing>> smoothed(const std::vector<std::vector<Footing>>& frames,
                                           double rate)
{
    std::vector<std::vector<Footing>> out = frames;
    const auto reach = std::max<std::ptrdiff_t>(1, std::lround(kWidened * rate));
    for (std::size_t leg = 0; !frames.empty() && leg < frames.front().size(); ++leg)
        for (const auto& [part, whole] : kParts) {
            const std::vector<double> values = partsOf(frames, leg, part);
            if (std::ranges::all_of(values, [](double value) { return value == 0; })) continue;
            const std::vector<double> shares = widened(values, reach);
            for (std::size_t f = 0; f < frames.size(); ++f) out[f][leg].*part = shares[f];
            if (!whole) continue;
            const std::vector<double> angles = widened(partsOf(frames, leg, part, whole), reach);
            for (std::size_t f = 0; f < frames.size(); ++f)
                if (const double all = frames[f][leg].*whole; all > 0)
                    out[f][leg].*part =
                        std::clamp(lesserShare(shares[f], kFarther * angles[f] / all), 0.0, 1.0);
        }
    return out;
}

}  // namespace posewright::retarget
