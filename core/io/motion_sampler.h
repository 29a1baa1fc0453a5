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

    /// Calls `row(index, evaluation)` for every frame in order. Error: cancelled.
    Result<void> each(const std::function<void(std::size_t, const Evaluation&)>& row) const;

    /// Is this row one of those that a Witness keeps? A few dozen, both ends among them.
    bool isWitnessed(std::size_t row) const;

private:
    std::shared_ptr<const Prepared> prepared_;
    const WriteOptions& options_;
    double start_ = 0;
    double step_ = 1;
    double rate_ = 24;
    std::size_t count_ = 1;
};

}  // namespace posewright::io
