#pragma once

#include "core/evaluate/evaluate.h"

#include <functional>
#include <memory>

namespace posewright {

/// Evaluations of the whole frames of one document, filled outwards from a frame by background
/// threads on immutable snapshots. What it returns always equals `evaluate`. Holds about 512 MB at
/// most: of a longer range only the first frames, and of a range that goes far beyond the keys only
/// the keyed part. Callers evaluate other frames themselves.
class PoseCache {
public:
    /// `done(frame)` is called on a worker thread after a frame was filled; may be empty.
    explicit PoseCache(int workers = 0, std::function<void(double)> done = {});
    ~PoseCache();  ///< stops the workers and waits for them
    PoseCache(const PoseCache&) = delete;
    PoseCache& operator=(const PoseCache&) = delete;

    /// Switches to another document: clears the cache and drops work in progress.
    void reset(std::shared_ptr<const Prepared> prepared);

    /// For while the document is being changed: drops work in progress and fills nothing before the
    /// next reset. Cached frames stay.
    void pause();

    /// Sets the frame to fill outwards from, within the playback range.
    void moveTo(double frame);

    /// The frame, if it is cached; else null. Never waits for a solve.
    std::shared_ptr<const Evaluation> find(double frame) const;

    /// Share of the frames to be cached that is filled, in [0, 1].
    double filled() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace posewright
