#pragma once

#include "core/evaluate/evaluate.h"
#include "core/retarget/facing.h"

#include <functional>
#include <memory>
#include <vector>

/// The poses of a source, frame by frame. Internal to core/retarget.
namespace posewright::retarget {

inline constexpr std::size_t kLooksForAll = 200;  ///< frames that say what a motion is like

/// Evenly spaced frames, `most` at most.
inline std::vector<double> spread(const std::vector<double>& frames, std::size_t most)
{
    const std::size_t step = (frames.size() + most - 1) / most;
    std::vector<double> out;
    for (std::size_t i = 0; i < frames.size(); i += step) out.push_back(frames[i]);
    return out;
}

/// Evaluates the source's poses frame by frame. Done anew each time rather than stored: an hour of
/// motion would take gigabytes.
struct Walk {
    const Document& source;
    std::shared_ptr<const Prepared> prepared;
    MotionTurn turn;
    const std::function<bool(double)>& progress;

    std::vector<WorldTransform> at(double frame) const
    {
        std::vector<WorldTransform> world =
            evaluate(*prepared, source.playback.start + frame).world;
        turn.apply(world);
        return world;
    }
    /// False: cancelled.
    template <class Look>
    bool over(const std::vector<double>& frames, double from, double to, Look&& look) const
    {
        for (std::size_t i = 0; i < frames.size(); ++i) {
            look(i, at(frames[i]));
            const double share = from + (to - from) * double(i) / double(frames.size());
            if (i % 64 == 0 && progress && !progress(share)) return false;
        }
        return true;
    }
};

}  // namespace posewright::retarget
