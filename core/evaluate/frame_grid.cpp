#include "core/evaluate/frame_grid.h"

#include <algorithm>
#include <cmath>

namespace posewright {

namespace {

/// Times are float32 in files: frames that are closer than this share of their place are one.
constexpr double kOneTime = 5e-7;
/// Nor are there frames so close to an end, in steps.
constexpr double kLeastStep = 1e-3;

}  // namespace

FrameGrid FrameGrid::even(double start, double end, double step)
{
    FrameGrid out;
    out.start_ = start;
    out.end_ = end;
    out.step_ = step;
    out.count_ = static_cast<std::size_t>(std::floor((end - start) / step + 1e-9)) + 1;
    return out;
}

FrameGrid FrameGrid::exact(double start, double end, double step, double zero)
{
    FrameGrid out;
    out.exact_ = true;
    out.start_ = start;
    out.end_ = end;
    out.step_ = step;
    out.zero_ = zero;
    const double one = kOneTime * std::max(std::abs(start), std::abs(end));
    if (!(end - start > one)) return out;
    const double near = std::max(one, kLeastStep * step);
    out.first_ = std::floor((start + near - zero) / step) + 1;
    const double last = std::ceil((end - near - zero) / step) - 1;
    out.count_ = 2 + static_cast<std::size_t>(std::max(0.0, last - out.first_ + 1));
    return out;
}

double FrameGrid::frame(std::size_t row) const noexcept
{
    if (!exact_) return start_ + double(row) * step_;
    if (row == 0) return start_;
    return row + 1 == count_ ? end_ : zero_ + (first_ + double(row - 1)) * step_;
}

double FrameGrid::rowOf(double frame) const noexcept
{
    const double most = double(count_ - 1);
    if (!exact_) return std::clamp((frame - start_) / step_, 0.0, most);
    if (frame <= start_) return 0;
    if (frame >= end_) return most;
    return std::clamp((frame - zero_) / step_ - first_ + 1, 0.0, most);
}

std::vector<double> FrameGrid::frames() const
{
    std::vector<double> out;
    out.reserve(count_);
    for (std::size_t row = 0; row < count_; ++row) out.push_back(frame(row));
    return out;
}

}  // namespace posewright
