#pragma once

#include "core/evaluate/bake.h"
#include "core/evaluate/frame_grid.h"
#include "core/io/format.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace posewright::io {

/// Positions of some nodes at some frames, as shown. A written file is read back and compared with
/// them before success is reported.
struct Witness {
    std::vector<std::string> names;            ///< names of the nodes in the file
    std::vector<std::size_t> rows;             ///< written frames, counted from 0
    std::vector<std::vector<Vec3>> positions;  ///< [row][node], world
    double size = 1;                           ///< of the skeleton

    /// Largest distance between these positions and those from `place(row)`, as a share of the
    /// size; infinite if one is missing.
    double worst(const std::function<std::vector<Vec3>(std::size_t row)>& place) const;
    /// The same for positions[i] only.
    double off(std::size_t i, const std::vector<Vec3>& there) const;
};

/// The frames of the playback range at which a file of keys has samples: FrameGrid::exact.
/// @param rate  [frames/s]; none: the clip's
FrameGrid sampledFrames(const Document& doc, std::optional<double> rate);

/// The frames of a document's playback range, evaluated in blocks, so that memory does not grow
/// with the length of the clip.
class MotionSampler {
public:
    /// @param exactEnds  sampledFrames; else FrameGrid::even
    MotionSampler(const Document& doc, const WriteOptions& options, bool exactEnds = false);

    std::size_t frames() const noexcept { return grid_.count(); }
    double rate() const noexcept { return rate_; }  ///< [frames/s] written
    double frame(std::size_t row) const noexcept { return grid_.frame(row); }
    const Prepared& prepared() const noexcept { return *prepared_; }

    using Visit = std::function<void(std::size_t row, const Evaluation&)>;

    /// Calls `visit` for every frame in order. Error: cancelled.
    Result<void> each(const Visit& visit) const;

    /// The same, but of a long time in which nothing is keyed only its ends and a few frames
    /// between. Error: cancelled.
    Result<void> eachThatMoves(const Visit& visit) const;
    /// The number of frames that eachThatMoves visits.
    std::size_t movingFrames() const;

    /// Is this row one of those for a Witness? A Witness has a few dozen of all rows and a few
    /// dozen of those in which something moves, including first and last.
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
    double rate_ = 24;
    FrameGrid grid_;
    std::size_t firstMoving_ = 0;  ///< rows before it and after lastMoving_ repeat these
    std::size_t lastMoving_ = 0;
};

}  // namespace posewright::io
