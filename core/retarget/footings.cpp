#include "core/retarget/footings.h"

#include <algorithm>

namespace posewright::retarget {

std::vector<Footing> Footings::at(double frame) const
{
    const auto found = std::lower_bound(frames.begin(), frames.end(), frame);
    return found == frames.end() ? std::vector<Footing>{}
                                 : values[std::size_t(found - frames.begin())];
}

std::optional<Footings> footingsOf(const Walk& walk, const FigureMapping& mapping,
                                   const std::vector<double>& frames, double rate)
{
    Footings out;
    if (!mapping.hasSoles()) return out;
    out.frames = frames;
    out.values.reserve(frames.size());
    std::vector<Transform> local;
    std::vector<WorldTransform> world(mapping.targetSize());
    const auto look = [&](std::size_t, const std::vector<WorldTransform>& shown) {
        out.values.push_back(mapping.footingsIn(shown, local, world));
    };
    if (!walk.over(frames, 0.4, 0.6, look)) return {};
    out.values = smoothed(out.values, rate);
    return out;
}

bool lift(const Walk& walk, const FigureMapping& mapping, const std::vector<double>& rises,
          double rate, Footings& footings)
{
    if (footings.values.empty()) return true;
    std::vector<Transform> local;
    std::vector<WorldTransform> world(mapping.targetSize());
    std::vector<std::vector<Footing>> more;
    more.reserve(footings.frames.size());
    const auto look = [&](std::size_t i, const std::vector<WorldTransform>& shown) {
        mapping.pose(shown, {rises[i], footings.values[i], noHandMoves()}, local, world);
        more.push_back(mapping.liftsIn(shown, world));
    };
    if (!walk.over(footings.frames, 0.6, 0.7, look)) return false;
    more = smoothed(more, rate);
    for (std::size_t f = 0; f < more.size(); ++f)
        for (std::size_t leg = 0; leg < more[f].size(); ++leg)
            footings.values[f][leg].lift += more[f][leg].lift;
    return true;
}

}  // namespace posewright::retarget
