#include "core/io/motion_sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace posewright::io {

namespace {

constexpr std::size_t kBlock = 256;
constexpr std::size_t kWitnesses = 61;

}  // namespace

double Witness::worst(const std::function<std::vector<Vec3>(std::size_t)>& place) const
{
    double worst = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::vector<Vec3> there = place(rows[i]);
        if (there.size() != positions[i].size()) return std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < there.size(); ++j) {
            const double off = (there[j] - positions[i][j]).norm() / size;
            if (!(off <= worst)) worst = std::isnan(off) ? 1e300 : off;
        }
    }
    return worst;
}

MotionSampler::MotionSampler(const Document& doc, const WriteOptions& options) :
    prepared_(prepare(doc)), options_(options), start_(doc.playback.start), rate_(doc.clip().rate)
{
    if (options.rate && *options.rate > 0) {
        step_ = rate_ / *options.rate;
        rate_ = *options.rate;
    }
    count_ = static_cast<std::size_t>(
                 std::floor((doc.playback.end - doc.playback.start) / step_ + 1e-9)) +
             1;
}

Result<void>
MotionSampler::each(const std::function<void(std::size_t, const Evaluation&)>& row) const
{
    for (std::size_t first = 0; first < count_; first += kBlock) {
        const std::size_t last = std::min(count_, first + kBlock);
        BakeOptions block;
        block.start = frame(first);
        block.end = frame(first) + (double(last - first) - 0.75) * step_;
        block.step = step_;
        block.jobs = options_.jobs;
        auto baked = bake(*prepared_, block);
        if (!baked) return baked.error();
        for (std::size_t i = first; i < last; ++i) row(i, baked->frames[i - first]);
        if (options_.progress && !options_.progress(double(last) / double(count_)))
            return Error{"cancelled", {}, ErrorKind::Cancelled};
    }
    return {};
}

bool MotionSampler::isWitnessed(std::size_t row) const
{
    if (count_ <= kWitnesses) return true;
    // Row r is kept if it is the rounded place of some witness.
    const double spacing = double(count_ - 1) / double(kWitnesses - 1);
    const double nearest = std::round(double(row) / spacing);
    return static_cast<std::size_t>(std::llround(nearest * spacing)) == row;
}

}  // namespace posewright::io
