#pragma once

#include "core/evaluate/bake.h"
#include "core/io/format.h"

#include <functional>
#include <string>
#include <vector>

namespace posewright::io {

/// Positions of some nodes at some frames of what was shown: what a written file is held against
/// (a law of the house: what was written is read back and compared before anyone is told).
struct Witness {
    std::vector<std::string> names;            ///< of the nodes, as the file calls them
    std::vector<std::size_t> rows;             ///< written frames, counted from 0
    std::vector<std::vector<Vec3>> positions;  ///< [row][node], world
    double size = 1;                           ///< of the skeleton

    /// Greatest distance between these positions and those that `place(row)` says, as a share of
    /// the size; infinite where one is missing.
    double worst(const std::function<std::vector<Vec3>(std::size_t row)>& place) const;
};

/// The frames of a document's playback range, evaluated a block at a time so that a long clip needs
/// no more memory than a short one.
class MotionSampler {
public:
    MotionSampler(const Document& doc, const WriteOptions& options);

    std::size_t frames() const noexcept { return count_; }
    double rate() const noexcept { return rate_; }  ///< [frames/s] written
    double frame(std::size_t row) const noexcept { return start_ + double(row) * step_; }
    const Prepared& prepared() const noexcept { return *prepared_; }

    using Visit = std::function<void(std::size_t row, const Evaluation&)>;

    /// Calls `visit` for every frame in order. Error: cancelled.
    Result<void> each(const Visit& visit) const;

    /// The same for the frames that tell all: those around anything keyed, and of a long time in
    /// which nothing moves, its ends and a few between. Error: cancelled.
    Result<void> eachThatMoves(const Visit& visit) const;
    /// How many those are.
    std::size_t movingFrames() const;

    /// Is this row one of those that a Witness keeps? A few dozen of the whole, both ends among
    /// them, and of the time in which something moves.
    bool isWitnessed(std::size_t row) const;

private:
    struct Rows {
        std::size_t first;
        std::size_t last;  ///< in
    };
    std::vector<Rows> movingRows() const;
    Result<void> eachOf(const std::vector<Rows>& all, const Visit& visit) const;

    std::shared_ptr<const Prepared> prepared_;
    const WriteOptions& options_;
    double start_ = 0;
    double step_ = 1;
    double rate_ = 24;
    std::size_t count_ = 1;
    std::size_t firstMoving_ = 0;  ///< rows before it, and behind the last, show what it shows
    std::size_t lastMoving_ = 0;
};

}  // namespace posewright::io
