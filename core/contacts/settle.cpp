#include "core/contacts/settle.h"

#include "core/math/smoothstep.h"

#include <algorithm>
#include <cmath>

namespace posewright::contacts {

namespace {

constexpr double kLow = 0.2;      ///< share of frames in which a sole may lie lower
constexpr double kEased = 0.15;   ///< [s] from a fixed foot to one that rolls
constexpr double kLetDown = 0.1;  ///< likewise, of a foot that rolls higher

double lowOf(std::vector<double> heights)
{
    const auto low = heights.begin() + std::ptrdiff_t(kLow * double(heights.size()));
    std::nth_element(heights.begin(), low, heights.end());
    return *low;
}

/// Where the foot is fixed from `from` to before `to`: a few frames in which toes point down do not
/// lift it over all the others.
void liftFixed(const std::vector<double>& shown, const std::vector<double>& placed,
               std::size_t from, std::size_t to, std::vector<double>& lifts)
{
    const auto lowIn = [&](const std::vector<double>& heights) {
        return lowOf(
            {heights.begin() + std::ptrdiff_t(from), heights.begin() + std::ptrdiff_t(to)});
    };
    const double lift = std::max(0.0, lowIn(shown) - lowIn(placed));
    for (std::size_t row = from; row < to; ++row) lifts[row] = lift;
}

/// Eases the lifts of a foot that rolls from `from` to before `to` from those of a foot that is
/// fixed before or after. It lowers none but those right beside, over a shorter time: a knee would
/// jump where the foot is let down at once.
void ease(const std::vector<double>& lifts, std::size_t from, std::size_t to, double longest,
          std::vector<double>& out)
{
    const bool before = from > 0, after = to < lifts.size();
    const double rows = std::min(longest, double(to - from + 1) / (before && after ? 2 : 1));
    const double let = kLetDown / kEased * rows;
    const auto easeFrom = [&](std::size_t row, std::size_t still) {
        const double away = std::abs(double(row) - double(still)), more = out[row] - lifts[still];
        if (more > 0) out[row] -= (1 - smoothstep(away / let)) * more;
        out[row] = std::max(out[row], (1 - smoothstep(away / rows)) * lifts[still]);
    };
    for (std::size_t row = from; row < to; ++row) {
        if (before) easeFrom(row, from - 1);
        if (after) easeFrom(row, to);
    }
}

/// Calls it with each run of frames in which the foot is fixed together, or rolls.
template <class Visit>
void eachRun(const std::vector<int>& fixed, Visit visit)
{
    for (std::size_t from = 0; from < fixed.size();) {
        std::size_t to = from + 1;
        while (to < fixed.size() && fixed[to] == fixed[from]) ++to;
        visit(from, to, fixed[from] >= 0);
        from = to;
    }
}

}  // namespace

std::vector<double> settled(const LowestOf& sole, std::size_t first,
                            const std::vector<WorldTransform>& shown,
                            const std::vector<EndPlace>& placed, const std::vector<int>& fixed,
                            double rate)
{
    std::vector<double> was, is;
    for (std::size_t row = 0; row < placed.size(); ++row) {
        const WorldTransform& at = shown[first + row];
        was.push_back(sole(first + row, at.position, at.rotation));
        is.push_back(sole(first + row, placed[row].position, placed[row].rotation));
    }
    const double low = lowOf(was);
    std::vector<double> lifts(placed.size());
    for (std::size_t row = 0; row < lifts.size(); ++row)
        lifts[row] = std::max(0.0, std::min(low, was[row]) - is[row]);
    eachRun(fixed, [&](std::size_t from, std::size_t to, bool still) {
        if (still) liftFixed(was, is, from, to, lifts);
    });
    std::vector<double> out = lifts;
    eachRun(fixed, [&](std::size_t from, std::size_t to, bool still) {
        if (!still) ease(lifts, from, to, kEased * rate, out);
    });
    return out;
}

}  // namespace posewright::contacts
