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
    out.values.resize(frames.size());
    const auto looker = [&] {
        return [&, pose = mapping.newPose()](std::size_t i,
                                             const std::vector<WorldTransform>& shown) mutable {
            out.values[i] = mapping.footingsIn(shown, pose.local, pose.world);
        };
    };
    if (!walk.over(frames, 0.4, 0.6, looker)) return {};
    out.values = smoothed(out.values, rate);
    return out;
}

bool lift(const Walk& walk, const FigureMapping& mapping, const std::vector<double>& rises,
          double rate, Footings& footings)
{
    if (footings.values.empty()) return true;
    std::vector<std::vector<Footing>> more(footings.frames.size());
    const auto looker = [&] {
        return [&, pose = mapping.newPose()](std::size_t i,
                                             const std::vector<WorldTransform>& shown) mutable {
            mapping.pose(shown, {rises[i], footings.values[i], noHandMoves()}, pose.local,
                         pose.world);
            more[i] = mapping.liftsIn(shown, pose.world);
        };
    };
    if (!walk.over(footings.frames, 0.6, 0.7, looker)) return false;
    more = smoothed(more, rate);
    for (std::size_t f = 0; f < more.size(); ++f)
        for (std::size_t leg = 0; leg < more[f].size(); ++leg)
            footings.values[f][leg].lift += more[f][leg].lift;
    return true;
}

}  // namespace posewright::retarget
