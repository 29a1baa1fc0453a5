#pragma once

#include <cstddef>
#include <vector>

namespace posewright {

/// The frames at which a motion is written.
class FrameGrid {
public:
    /// From the start on in equal steps; a last partial step is left out. @pre step > 0
    static FrameGrid even(double start, double end, double step);
    /// The exact start and end, and between them what is whole steps away from `zero`, but for what
    /// is so close to an end that files could not tell them apart. @pre step > 0
    static FrameGrid exact(double start, double end, double step, double zero);

    std::size_t count() const noexcept { return count_; }
    double frame(std::size_t row) const noexcept;
    /// Where a frame is among the rows, in [0, count - 1]; between two of them no whole number.
    double rowOf(double frame) const noexcept;
    /// All of them, rising. @pre count() fits in memory
    std::vector<double> frames() const;

private:
    double start_ = 0;
    double end_ = 0;
    double step_ = 1;
    double zero_ = 0;
    double first_ = 0;  ///< steps from zero_ to row 1
    std::size_t count_ = 1;
    bool exact_ = false;
};

}  // namespace posewright
