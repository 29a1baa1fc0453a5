#include "core/ik/crowd.h"

#include "core/math/hamilton.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <array>
#include <cmath>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace posewright::ik {
namespace {

using Index = std::ptrdiff_t;

constexpr Index kBlock = Crowd::kBlock;
constexpr Index kSlots = 16;  // chains processed at a time: enough to hide instruction latency
constexpr double kCrowdTiny = 1e-290;    // [m^2] below this, quotients are infinite
constexpr double kCrowdOpposite = 0.02;  // 2 (1 + cos) of nearly opposite directions
constexpr int kCrowdRescale = 64;        // bones, each of which at most doubles a norm

// For the rare lane whose bone reverses; the same scalar code on every processor.
void turnRound(const double* carried, const double* axis, const double* to, double* out)
{
    const Hamilton from = Hamilton(carried[0], carried[1], carried[2], carried[3]).unit();
    const Vec3 along = from.turn(Vec3(axis[0], axis[1], axis[2])).normalized();
    const Hamilton q = Hamilton(leastArc(along, Vec3(to[0], to[1], to[2]).normalized())) * from;
    out[0] = q.w;
    out[1] = q.x;
    out[2] = q.y;
    out[3] = q.z;
}

struct Kernel {
    void (*iterate)(double* points, const double* lengths, const double* target, int bones,
                    double* squares);
    void (*place)(const double* starts, const double* axes, const double* lengths, int bones,
                  double* points);
    void (*turn)(const double* starts, const double* axes, const double* inverses,
                 const double* points, int bones, double* rotations);
};

namespace two {
constexpr Index kWide = 2;
#ifdef __x86_64__
inline __m128d rootOf(__m128d v)
{
    return _mm_sqrt_pd(v);
}
#else
using Both = double __attribute__((vector_size(16)));
inline Both rootOf(Both v)
{
    return Both{std::sqrt(v[0]), std::sqrt(v[1])};
}
#endif
#include "core/ik/batch/crowd_lanes.inl"
}  // namespace two

#ifdef __x86_64__
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
namespace four {
constexpr Index kWide = 4;
inline __m256d rootOf(__m256d v)
{
    return _mm256_sqrt_pd(v);
}
#include "core/ik/batch/crowd_lanes.inl"
}  // namespace four
#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl"))),                 \
                             apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl")
#endif
namespace eight {
constexpr Index kWide = 8;
inline __m512d rootOf(__m512d v)
{
    return _mm512_maskz_sqrt_pd(0xff, v);  // the unmasked one warns, GCC PR 105593
}
#include "core/ik/batch/crowd_lanes.inl"
}  // namespace eight
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

Kernel kernelOf(int width)
{
#ifdef __x86_64__
    const int widest = widestLanes();
    const int lanes = width == 0 ? widest : std::min(width, widest);
    if (lanes >= 8) return {eight::iterate, eight::place, eight::turn};
    if (lanes >= 4) return {four::iterate, four::place, four::turn};
#else
    (void)width;
#endif
    return {two::iterate, two::place, two::turn};
}

bool crowdUsable(double v)
{
    return std::abs(v) < 1e100;
}

// Copies a chain's rows from its block to its slot.
void toSlot(const double* from, int rows, double* to)
{
    for (int r = 0; r < rows; ++r) to[r * kSlots] = from[r * Crowd::kBlock];
}

}  // namespace

int widestLanes() noexcept
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return 8;
    if (__builtin_cpu_supports("avx2")) return 4;
#endif
    return 2;
}

Crowd::Crowd(int bones, int chains) : bones_(std::max(bones, 0)), chains_(std::max(chains, 0))
{
    const std::size_t blocks = (std::size_t(chains_) + kBlock - 1) / kBlock;
    const std::size_t rows = blocks * bones_ * kBlock;
    axis_.assign(3 * rows, 0.0);
    length_.assign(rows, 0.0);
    inverse_.assign(rows, 0.0);
    start_.assign(4 * rows, 0.0);
    for (std::size_t block = 0; block < blocks; ++block)
        for (int i = 0; i < bones_; ++i)
            std::fill_n(start_.begin() + std::ptrdiff_t((block * bones_ + i) * 4 * kBlock), kBlock,
                        1.0);
    rotation_ = start_;
    point_.assign(blocks * (bones_ + 1) * 3 * kBlock, 0.0);
    target_.assign(blocks * 3 * kBlock, 0.0);
    reach_.assign(chains_, 0.0);
    reports_.resize(chains_);
    lanes_.assign(std::size_t(kSlots) * (3 * (bones_ + 1) + bones_ + 4), 0.0);
}

void Crowd::setChain(int chain, std::span<const Vec3> offsets, std::span<const Quat> start)
{
    double reach = 0;
    for (int i = 0; i < bones_; ++i) {
        const double length = offsets[i].norm();
        const double inverse = length > 0 ? 1 / length : 0;
        length_[at(chain, i, bones_)] = length;
        inverse_[at(chain, i, bones_)] = inverse;
        for (int k = 0; k < 3; ++k)
            axis_[at(chain, 3 * i + k, 3 * bones_)] = inverse * offsets[i][k];
        const std::array<double, 4> q{start[i].w(), start[i].x(), start[i].y(), start[i].z()};
        for (int k = 0; k < 4; ++k) start_[at(chain, 4 * i + k, 4 * bones_)] = q[k];
        reach += length;
        // An invalid rotation makes the chain invalid, as an invalid length does.
        if (!(std::abs(start[i].squaredNorm() - 1) < 1e-3)) reach = HUGE_VAL;
    }
    reach_[chain] = reach;
}

void Crowd::setTarget(int chain, const Vec3& target)
{
    for (int k = 0; k < 3; ++k) target_[at(chain, k, 3)] = target[k];
}

Quat Crowd::rotation(int chain, int bone) const
{
    const auto number = [&](int k) { return rotation_[at(chain, 4 * bone + k, 4 * bones_)]; };
    return {number(0), number(1), number(2), number(3)};
}

// Finishes chains that need no iteration; the others stay Inactive.
void Crowd::prepare(int chain, double tolerance)
{
    Report& report = reports_[chain];
    report = {};
    const Vec3 target(target_[at(chain, 0, 3)], target_[at(chain, 1, 3)], target_[at(chain, 2, 3)]);
    const double reach = reach_[chain];
    if (!crowdUsable(reach) || !crowdUsable(target.cwiseAbs().sum())) {
        report.status = Status::Invalid;
        return;
    }
    const auto point = [&](int i, int k) -> double& {
        return point_[at(chain, 3 * i + k, 3 * (bones_ + 1))];
    };
    const auto measure = [&] {
        Vec3 end;
        for (int k = 0; k < 3; ++k) end[k] = point(bones_, k);
        report.error = (end - target).norm();
        return report.error <= tolerance * reach;
    };
    const double distance = target.norm();
    if (measure()) {
        report.status = Status::Reached;
    } else if (distance > reach) {
        double along = 0;
        for (int i = 0; i < bones_; ++i) {
            along += length_[at(chain, i, bones_)];
            for (int k = 0; k < 3; ++k) point(i + 1, k) = target[k] / distance * along;
        }
        report.iterations = 1;
        report.status = measure() ? Status::Reached : Status::Unreachable;
    }
}

void Crowd::keepStartOfInvalid()
{
    for (int c = 0; c < chains_; ++c)
        if (reports_[c].status == Status::Invalid)
            for (int r = 0; r < 4 * bones_; ++r)
                rotation_[at(c, r, 4 * bones_)] = start_[at(c, r, 4 * bones_)];
}

void Crowd::solve(double tolerance, int maxIterations, int width)
{
    const Kernel kernel = kernelOf(width);
    const std::size_t rows = std::size_t(bones_) * kBlock;
    const std::size_t blocks = (std::size_t(chains_) + kBlock - 1) / kBlock;
    for (std::size_t b = 0; b < blocks; ++b)
        kernel.place(start_.data() + b * 4 * rows, axis_.data() + b * 3 * rows,
                     length_.data() + b * rows, bones_, point_.data() + b * 3 * (rows + kBlock));
    for (int c = 0; c < chains_; ++c) prepare(c, tolerance);

    double* const points = lanes_.data();
    double* const lengths = points + 3 * kSlots * (bones_ + 1);
    double* const targets = lengths + kSlots * bones_;
    double* const squares = targets + 3 * kSlots;
    std::fill(lanes_.begin(), lanes_.end(), 0.0);
    std::array<int, kSlots> runs;
    runs.fill(-1);
    std::array<int, kSlots> done{};
    std::array<double, kSlots> enough{};
    int next = 0;
    int running = 0;
    // A slot whose chain is finished takes the next one at once, so that none waits for the
    // slowest.
    const auto fill = [&](int slot) {
        while (next < chains_ && reports_[next].status != Status::Inactive) ++next;
        runs[slot] = next < chains_ && maxIterations > 0 ? next++ : -1;
        if (runs[slot] < 0) return;
        const int chain = runs[slot];
        ++running;
        done[slot] = 0;
        enough[slot] = tolerance * reach_[chain] * (tolerance * reach_[chain]);
        toSlot(&point_[at(chain, 0, 3 * (bones_ + 1))], 3 * (bones_ + 1), points + slot);
        toSlot(length_.data() + at(chain, 0, bones_), bones_, lengths + slot);
        toSlot(&target_[at(chain, 0, 3)], 3, targets + slot);
    };
    for (int slot = 0; slot < kSlots; ++slot) fill(slot);
    while (running > 0) {
        kernel.iterate(points, lengths, targets, bones_, squares);
        for (int slot = 0; slot < kSlots; ++slot) {
            const int chain = runs[slot];
            if (chain < 0) continue;
            const bool there = squares[slot] <= enough[slot];
            if (!there && ++done[slot] < maxIterations) continue;
            Report& report = reports_[chain];
            report.iterations = there ? done[slot] + 1 : done[slot];
            report.error = std::sqrt(squares[slot]);
            report.status = there ? Status::Reached : Status::IterationLimit;
            double* const to = &point_[at(chain, 0, 3 * (bones_ + 1))];
            for (int r = 0; r < 3 * (bones_ + 1); ++r) to[r * kBlock] = points[r * kSlots + slot];
            --running;
            fill(slot);
        }
    }
    for (Report& report : reports_)
        if (report.status == Status::Inactive) report.status = Status::IterationLimit;

    for (std::size_t b = 0; b < blocks; ++b)
        kernel.turn(start_.data() + b * 4 * rows, axis_.data() + b * 3 * rows,
                    inverse_.data() + b * rows, point_.data() + b * 3 * (rows + kBlock), bones_,
                    rotation_.data() + b * 4 * rows);
    keepStartOfInvalid();
}

}  // namespace posewright::ik
