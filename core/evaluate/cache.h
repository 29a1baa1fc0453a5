#pragma once

#include "core/evaluate/evaluate.h"

#include <functional>
#include <memory>

namespace posewright {

/// Evaluated whole frames of one document, filled in the background outwards from a frame by worker
/// threads on immutable snapshots. Can change no answer: what it returns equals `evaluate`. Holds
/// about 512 MB at most: of a longer range, the frames from its start; `at` evaluates the others,
/// and those of a long range beyond all that is keyed.
class PoseCache {
public:
    /// `done(frame)` is called on a worker thread after a frame was filled; may be empty.
    explicit PoseCache(int workers = 0, std::function<void(double)> done = {});
    ~PoseCache();  ///< stops the workers and waits for them
    PoseCache(const PoseCache&) = delete;
    PoseCache& operator=(const PoseCache&) = delete;

    /// Another document: everything cached is forgotten, work under way is dropped.
    void reset(std::shared_ptr<const Prepared> prepared);

    /// The document is being changed: work under way is dropped, and nothing is filled before the
    /// next reset. What is there stays.
    void pause();

    /// Where to fill from next. Frames of the playback range only.
    void moveTo(double frame);

    /// The frame, if it is there; null otherwise. Never waits for a solve.
    std::shared_ptr<const Evaluation> find(double frame) const;

    /// The frame, evaluated here and now if it is not there.
    std::shared_ptr<const Evaluation> at(double frame);

    /// Share of the frames it holds that is filled, in [0, 1].
    double filled() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace posewright
