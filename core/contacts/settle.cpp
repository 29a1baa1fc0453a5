#include "core/contacts/settle.h"

#include "core/math/smoothstep.h"

#include <algorithm>
#include <cmath>

namespace posewright::contacts {

namespace {

constexpr double kLow = 0.1;     ///< share of a stance in which the sole may lie lower
constexpr double kEased = 0.15;  ///< [s] from a fixed foot to one that rolls

/// The highest of those that are fixed together.
void levelFixed(const std::vector<int>& fixed, std::vector<double>& lifts)
{
    for (std::size_t from = 0; from < fixed.size();) {
        std::size_t to = from + 1;
        while (to < fixed.size() && fixed[to] == fixed[from]) ++to;
        if (fixed[from] >= 0) {
            const auto first = lifts.begin() + std::ptrdiff_t(from),
                       last = lifts.begin() + std::ptrdiff_t(to);
            std::fill(first, last, *std::max_element(first, last));
        }
        from = to;
    }
}

/// Eases the lifts of a foot that rolls from `from` to before `to` to those of a foot that is fixed
/// before or after.
void ease(const std::vector<double>& lifts, std::size_t from, std::size_t to, double longest,
          std::vector<double>& out)
{
    const double rows = std::min(longest, double(to - from + 1) / 2);
    const auto easeTo = [&](std::size_t row, std::size_t still) {
        const double away = std::abs(double(row) - double(still));
        out[row] += (1 - smoothstep(away / rows)) * (lifts[still] - lifts[row]);
    };
    for (std::size_t row = from; row < to; ++row) {
        if (from > 0) easeTo(row, from - 1);
        if (to < lifts.size()) easeTo(row, to);
    }
}

}  // namespace

std::vector<double> settled(const LowestOf& sole, std::size_t first,
                            const std::vector<WorldTransform>& shown,
                            const std::vector<EndPlace>& placed, const std::vector<int>& fixed,
                            double rate)
{
    const auto rows = static_cast<std::ptrdiff_t>(placed.size());
    std::vector<double> heights, lifts;
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
        const std::size_t at = first + std::size_t(row);
        const EndPlace& place = placed[std::size_t(row)];
        heights.push_back(sole(at, shown[at].position, shown[at].rotation));
        lifts.push_back(-sole(at, place.position, place.rotation));
    }
    const auto low = heights.begin() + std::ptrdiff_t(kLow * double(rows));
    std::nth_element(heights.begin(), low, heights.end());
    for (double& lift : lifts) lift = std::max(0.0, lift + *low);
    levelFixed(fixed, lifts);
    std::vector<double> out = lifts;
    for (std::size_t from = 0; from < fixed.size();) {
        std::size_t to = from + 1;
        while (to < fixed.size() && fixed[to] == fixed[from]) ++to;
        if (fixed[from] < 0) ease(lifts, from, to, kEased * rate, out);
        from = to;
    }
    return out;
}

}  // namespace posewright::contacts
