#include "core/operate/clips/swing_room.h"

#include "core/math/smoothstep.h"
#include "core/math/widened.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace posewright::operate {

namespace {

constexpr double kRaised = 0.1;  ///< [s] to each side, over which a foot in the air is lifted
constexpr std::ptrdiff_t kNone = std::numeric_limits<std::ptrdiff_t>::max();

bool standsAt(const CleanedLimb& limb, double frame)
{
    return std::ranges::any_of(limb.stances, [&](const contacts::Stance& stance) {
        return !stance.parts.empty() && stance.start <= frame && frame <= stance.last;
    });
}

/// The place of a way from which a foot comes, and to which it goes.
struct Beside {
    std::ptrdiff_t away = kNone;  ///< how many places to the nearer of the two; kNone: none
    std::vector<std::size_t> stands;
};

/// For each place of a way, the nearest place before and the nearest after at which the foot
/// stands, or itself.
std::vector<Beside> besides(const CleanedLimb& limb, const contacts::Planted& way)
{
    const std::ptrdiff_t count = std::ssize(way.places);
    std::vector<Beside> out(way.places.size());
    const auto meet = [&](std::ptrdiff_t from, std::ptrdiff_t to, std::ptrdiff_t step) {
        std::ptrdiff_t last = -1;
        for (std::ptrdiff_t i = from; i != to; i += step) {
            if (standsAt(limb, way.places[std::size_t(i)].frame)) last = i;
            if (last < 0) continue;
            Beside& here = out[std::size_t(i)];
            here.away = std::min(here.away, std::abs(i - last));
            here.stands.push_back(std::size_t(last));
        }
    };
    meet(0, count, 1);
    meet(count - 1, -1, -1);
    return out;
}

/// How far each place of a way is to be lifted. [m]
std::vector<double> liftsOf(const CleanedLimb& limb, const contacts::Samples& samples,
                            const contacts::Planted& way, const std::vector<Beside>& all)
{
    const contacts::LowestOf lowest = limb.sole->lowest();
    const auto rowOf = [&](std::size_t i) {
        return std::size_t(std::lround(way.places[i].frame - samples.start));
    };
    std::vector<double> low;
    for (std::size_t i = 0; i < way.places.size(); ++i)
        low.push_back(lowest(rowOf(i), way.places[i].position, way.places[i].rotation));
    std::vector<double> out(way.places.size(), 0);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (all[i].away == 0 || all[i].away == kNone) continue;
        double floor = std::numeric_limits<double>::infinity();
        for (const std::size_t stands : all[i].stands) floor = std::min(floor, low[stands]);
        if (low[i] >= floor) continue;
        const WorldTransform& end = limb.ends[rowOf(i)];
        out[i] =
            std::max(0.0, std::min(lowest(rowOf(i), end.position, end.rotation), floor) - low[i]);
    }
    return out;
}

}  // namespace

void keepAboveFloor(const CleanedLimb& limb, const contacts::Samples& samples,
                    std::vector<contacts::Planted>& ways)
{
    if (!limb.sole) return;
    const auto reach = std::max(1L, std::lround(kRaised * samples.rate));
    for (contacts::Planted& way : ways) {
        const std::vector<Beside> all = besides(limb, way);
        const std::vector<double> needed = liftsOf(limb, samples, way, all);
        if (std::ranges::all_of(needed, [](double lift) { return lift == 0; })) continue;
        const std::vector<double> lifts = widened(needed, reach);
        const std::ptrdiff_t count = std::ssize(way.places);
        // Where a way begins or ends, the limb is as it is shown beyond.
        const bool begins = way.start > samples.start,
                   ends = std::lround(way.end - samples.start) + 1 < std::ssize(limb.ends);
        for (std::ptrdiff_t i = 0; i < count; ++i) {
            std::ptrdiff_t away = all[std::size_t(i)].away;
            if (begins) away = std::min(away, i);
            if (ends) away = std::min(away, count - 1 - i);
            way.places[std::size_t(i)].position +=
                smoothstep(double(away) / double(reach)) * lifts[std::size_t(i)] * samples.up;
        }
    }
}

}  // namespace posewright::operate
