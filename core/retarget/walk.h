#pragma once

#include "core/evaluate/evaluate.h"
#include "core/evaluate/in_parallel.h"
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
    int jobs = 0;  ///< threads; 0: one per core

    std::vector<WorldTransform> at(double frame) const
    {
        std::vector<WorldTransform> world =
            evaluate(*prepared, source.playback.start + frame).world;
        turn.apply(world);
        return world;
    }
    /// Looks at the poses of all frames, in any order and from several threads. False: cancelled.
    /// @param looker  called once per thread, returns what looks at the pose of a row of `frames`:
    ///     void(std::size_t, const std::vector<WorldTransform>&)
    template <class Looker>
    bool over(const std::vector<double>& frames, double from, double to, const Looker& looker) const
    {
        const auto worker = [&] {
            return [&, look = looker()](std::size_t row) mutable { look(row, at(frames[row])); };
        };
        return inParallel(frames.size(), jobs, worker, [&](double share) {
            return !progress || progress(from + (to - from) * share);
        });
    }
};

}  // namespace posewright::retarget
