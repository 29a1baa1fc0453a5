#include "core/io/motion_sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace posewright::io {

namespace {

constexpr std::size_t kBlock = 256;
constexpr std::size_t kWitnesses = 61;
/// Up to this many rows without motion are still written one by one, which is fast enough, so that
/// a range slightly longer than its keys has a key per frame.
constexpr std::size_t kFewStill = 1000;

/// Is `row` one of kWitnesses rows, evenly spaced between the two?
bool isSpacedOut(std::size_t row, std::size_t first, std::size_t last)
{
    if (row < first || row > last) return false;
    if (last - first < kWitnesses) return true;
    const double spacing = double(last - first) / double(kWitnesses - 1);
    const double nearest = std::round(double(row - first) / spacing);
    return static_cast<std::size_t>(std::llround(nearest * spacing)) == row - first;
}

}  // namespace

double Witness::worst(const std::function<std::vector<Vec3>(std::size_t)>& place) const
{
    double worst = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) worst = std::max(worst, off(i, place(rows[i])));
    return worst;
}

double Witness::off(std::size_t i, const std::vector<Vec3>& there) const
{
    if (there.size() != positions[i].size()) return std::numeric_limits<double>::infinity();
    double worst = 0;
    for (std::size_t j = 0; j < there.size(); ++j) {
        const double off = (there[j] - positions[i][j]).norm() / size;
        if (!(off <= worst)) worst = std::isnan(off) ? 1e300 : off;
    }
    return worst;
}

FrameGrid sampledFrames(const Document& doc, std::optional<double> rate)
{
    const Playback& playback = doc.playback;
    const double step = rate && *rate > 0 ? doc.clip().rate / *rate : 1;
    // Whole steps from the frame at the file's time 0.
    return FrameGrid::exact(playback.start, playback.end, step, std::min(0.0, playback.start));
}

MotionSampler::MotionSampler(const Document& doc, const WriteOptions& options, bool exactEnds) :
    prepared_(prepare(doc)), options_(options), rate_(doc.clip().rate)
{
    const double own = rate_;
    if (options.rate && *options.rate > 0) rate_ = *options.rate;
    grid_ = exactEnds ? sampledFrames(doc, options.rate)
                      : FrameGrid::even(doc.playback.start, doc.playback.end, own / rate_);
    const std::size_t last = grid_.count() - 1;
    if (const auto keyed = keyedRange(doc.clip())) {
        firstMoving_ =
            static_cast<std::size_t>(std::max(0.0, std::floor(grid_.rowOf(keyed->first)) - 1));
        lastMoving_ =
            std::min(last, static_cast<std::size_t>(std::ceil(grid_.rowOf(keyed->second))) + 1);
    }
    if (firstMoving_ <= kFewStill) firstMoving_ = 0;
    if (last - lastMoving_ <= kFewStill) lastMoving_ = last;
}

Result<void> MotionSampler::each(const Visit& visit) const
{
    return eachOf({{0, frames() - 1}}, visit);
}

Result<void> MotionSampler::eachThatMoves(const Visit& visit) const
{
    return eachOf(movingRows(), visit);
}

std::size_t MotionSampler::movingFrames() const
{
    std::size_t count = 0;
    for (const Rows& rows : movingRows()) count += rows.last - rows.first + 1;
    return count;
}

std::vector<MotionSampler::Rows> MotionSampler::movingRows() const
{
    std::vector<Rows> all;
    const double spacing = double(frames() - 1) / double(kWitnesses - 1);
    const auto witness = [&](std::size_t i) {
        return static_cast<std::size_t>(std::llround(double(i) * spacing));
    };
    std::size_t i = 0;
    for (; i < kWitnesses && witness(i) < firstMoving_; ++i)
        all.push_back({witness(i), witness(i)});
    all.push_back({firstMoving_, lastMoving_});
    for (; i < kWitnesses; ++i)
        if (witness(i) > lastMoving_) all.push_back({witness(i), witness(i)});
    return all;
}

Result<void> MotionSampler::eachOf(const std::vector<Rows>& all, const Visit& visit) const
{
    double count = 0;
    for (const Rows& rows : all) count += double(rows.last - rows.first + 1);
    double done = 0;
    for (const Rows& rows : all)
        for (std::size_t first = rows.first; first <= rows.last; first += kBlock) {
            const std::size_t end = std::min(rows.last + 1, first + kBlock);
            BakeOptions block;
            for (std::size_t row = first; row < end; ++row) block.frames.push_back(frame(row));
            block.jobs = options_.jobs;
            auto baked = bake(*prepared_, block);
            if (!baked) return baked.error();
            for (std::size_t i = first; i < end; ++i) visit(i, baked->frames[i - first]);
            done += double(end - first);
            if (options_.progress && !options_.progress(done / count))
                return Error{"cancelled", {}, ErrorKind::Cancelled};
        }
    return {};
}

bool MotionSampler::isWitnessed(std::size_t row) const
{
    return isSpacedOut(row, 0, frames() - 1) || isSpacedOut(row, firstMoving_, lastMoving_);
}

}  // namespace posewright::io
