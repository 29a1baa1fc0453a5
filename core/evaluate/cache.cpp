#include "core/evaluate/cache.h"

#include "core/evaluate/prepared.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace posewright {

namespace {

constexpr double kFarthestCached = 1e9;  ///< [frame] fits in an int
constexpr double kMostBytes = 512.0 * 1024 * 1024;
constexpr double kFewFrames = 10'000;  ///< ranges shorter than this are cached whole
constexpr double kNodeBytes = 220;     ///< per node of an Evaluation

/// Of one Evaluation.
double bytesOf(const Scene& scene)
{
    double bytes = kNodeBytes * double(scene.size() + 1);
    for (const Node& node : scene.nodes())
        if (const auto* mesh = std::get_if<MeshPart>(&node.part); mesh && !mesh->morphs.empty())
            bytes += double(sizeof(MorphWeights) + mesh->morphs.size() * sizeof(double));
    return bytes;
}

/// The whole frames to cache: if the range extends far beyond the keys, only the keyed part. Frames
/// outside are the same as its ends, and need no solve.
std::pair<double, double> kept(const Document& doc)
{
    const Playback& playback = doc.playback;
    double first = std::ceil(std::clamp(playback.start, -kFarthestCached, kFarthestCached));
    double last = std::floor(std::clamp(playback.end, -kFarthestCached, kFarthestCached));
    if (last - first < kFewFrames) return {first, last};
    const auto keyed = keyedRange(doc.clip()).value_or(std::pair(first, first));
    first = std::clamp(std::floor(keyed.first) - 1, first, last);
    last = std::clamp(std::ceil(keyed.second) + 1, first, last);
    return {first, last};
}

}  // namespace

struct PoseCache::Impl {
    std::function<void(double)> done;

    mutable std::mutex mutex;  ///< guards what follows, except the threads
    std::condition_variable wake;
    std::shared_ptr<const Prepared> prepared;
    std::uint64_t version = 0;
    std::shared_ptr<std::atomic<bool>> stale;  ///< tells workers that `prepared` was replaced
    int first = 0;
    std::vector<std::shared_ptr<const Evaluation>> frames;
    std::vector<char> taken;  ///< cached, or a worker is on it
    int centre = 0;
    int below = 0;  ///< rows between `below` and `above` need no look: taken, or out of range
    int above = 0;
    std::size_t ready = 0;
    bool paused = false;
    bool quit = false;

    std::vector<std::jthread> threads;

    /// Fills outwards from this frame from now on.
    void centreOn(int frame)
    {
        centre = frame;
        const int count = static_cast<int>(frames.size());
        above = std::clamp(centre - first, 0, std::max(count - 1, 0));
        below = above - 1;
    }

    /// The free frame nearest to the centre; -1 if all are taken. Amortised O(1): each row is
    /// passed once per centre.
    int claim()
    {
        const int count = static_cast<int>(frames.size());
        while (above < count && taken[above]) ++above;
        while (below >= 0 && taken[below]) --below;
        if (above >= count && below < 0) return -1;
        const int at = centre - first;
        const bool up = below < 0 || (above < count && above - at <= at - below);
        const int row = up ? above++ : below--;
        taken[row] = 1;
        return row;
    }

    void put(std::uint64_t of, int row, std::shared_ptr<const Evaluation> evaluation)
    {
        if (of != version || frames[row]) return;
        frames[row] = std::move(evaluation);
        ++ready;
    }

    void work()
    {
        Scratch scratch;
        for (;;) {
            std::shared_ptr<const Prepared> snapshot;
            std::shared_ptr<std::atomic<bool>> stop;
            std::uint64_t of = 0;
            int row = -1;
            double frame = 0;
            {
                std::unique_lock lock(mutex);
                wake.wait(lock,
                          [&] { return quit || (prepared && !paused && (row = claim()) >= 0); });
                if (quit) return;
                snapshot = prepared;
                stop = stale;
                of = version;
                frame = first + row;
            }
            auto evaluation = std::make_shared<Evaluation>();
            scratch.stop = stop.get();
            evaluateInto(*snapshot, frame, scratch, *evaluation);
            if (scratch.stopped()) continue;
            bool current = false;
            {
                const std::lock_guard lock(mutex);
                current = of == version;
                put(of, row, std::move(evaluation));
            }
            if (current && done) done(frame);
        }
    }
};

PoseCache::PoseCache(int workers, std::function<void(double)> done) :
    impl_(std::make_unique<Impl>())
{
    impl_->done = std::move(done);
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    const int count = workers > 0 ? workers : std::max(1, cores - 1);
    for (int i = 0; i < count; ++i) impl_->threads.emplace_back([this] { impl_->work(); });
}

PoseCache::~PoseCache()
{
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->quit = true;
        if (impl_->stale) *impl_->stale = true;
    }
    impl_->wake.notify_all();
}

void PoseCache::reset(std::shared_ptr<const Prepared> prepared)
{
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->prepared = std::move(prepared);
        if (impl_->stale) *impl_->stale = true;
        impl_->stale = std::make_shared<std::atomic<bool>>(false);
        impl_->paused = false;
        ++impl_->version;
        impl_->frames.clear();
        impl_->ready = 0;
        if (impl_->prepared) {
            const auto [first, last] = kept(impl_->prepared->doc);
            const double most = kMostBytes / bytesOf(*impl_->prepared->doc.scene);
            impl_->first = static_cast<int>(first);
            impl_->frames.resize(static_cast<std::size_t>(
                std::clamp(last - first + 1, 0.0, std::max(1.0, std::floor(most)))));
        }
        impl_->taken.assign(impl_->frames.size(), 0);
        impl_->centreOn(impl_->centre);
    }
    impl_->wake.notify_all();
}

void PoseCache::pause()
{
    const std::lock_guard lock(impl_->mutex);
    if (impl_->stale) *impl_->stale = true;
    impl_->paused = true;
}

void PoseCache::moveTo(double frame)
{
    const std::lock_guard lock(impl_->mutex);
    if (std::isfinite(frame)) impl_->centreOn(static_cast<int>(std::clamp(frame, -1e9, 1e9)));
}

std::shared_ptr<const Evaluation> PoseCache::find(double frame) const
{
    const std::lock_guard lock(impl_->mutex);
    const double row = frame - impl_->first;
    if (!(row >= 0) || row >= double(impl_->frames.size()) || row != std::floor(row))
        return nullptr;
    return impl_->frames[static_cast<std::size_t>(row)];
}

double PoseCache::filled() const
{
    const std::lock_guard lock(impl_->mutex);
    return impl_->frames.empty() ? 1 : double(impl_->ready) / double(impl_->frames.size());
}

}  // namespace posewright
