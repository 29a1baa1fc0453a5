#pragma once

#include "core/ik/solver.h"
#include "tests/bench/ik/measuring.h"
#include "tests/support/limit_measure.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace posewright::bench {

/// One row of the table, that Google Benchmark calls once.
template <class... Arguments>
void add(const std::string& name, Arguments... arguments)
{
    benchmark::RegisterBenchmark(name.c_str(), arguments...)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

/// What the solves of one row came to.
class Row {
public:
    /// solve(i) for one target after the other, until the budget is spent; `least` of them at any
    /// rate. Where joints are limited, each is solved again beside the time, and its rotations are
    /// measured.
    template <class Solve>
    void run(int count, std::span<const ik::Joint> joints, Solve solve, int least = 20)
    {
        constexpr int kSlice = 20;
        const bool limited =
            std::ranges::any_of(joints, [](const ik::Joint& j) { return j.limit.index() != 0; });
        double spent = 0;
        for (int from = 0; from < count && (spent < budget() || from < least); from += kSlice) {
            const int to = std::min(count, from + kSlice);
            const auto since = Clock::now();
            for (int i = from; i < to; ++i) take(solve(i));
            const double slice = nanoseconds(since);
            spent += slice;
            time_ += slice;
            for (int i = from; limited && i < to; ++i)
                violation_ = std::max(violation_, test::violationOf(joints, solve(i).rotations));
            if (slice > 3e5 || from % (20 * kSlice) == 0) {
                unitTime_ += unit();
                ++units_;
            }
        }
    }
    void report(benchmark::State&);
    /// Of single solves the 99th percentile, each the least of three times on the wall's clock.
    template <class Solve>
    void reportTail(benchmark::State&, Solve solve) const;
    double ns() const { return time_ / static_cast<double>(iterations_.size()); }

private:
    void take(const ik::Solution&);

    double time_ = 0;  ///< [ns]
    std::vector<int> iterations_;
    int met_ = 0;
    double violation_ = 0;  ///< [rad]
    double stretch_ = 0;
    double unitTime_ = 0;  ///< [ns]
    int units_ = 0;
};

template <class Solve>
void Row::reportTail(benchmark::State& state, Solve solve) const
{
    using Wall = std::chrono::steady_clock;
    std::vector<double> times(iterations_.size(), 1e300);
    for (int pass = 0; pass < 3; ++pass)
        for (std::size_t i = 0; i < times.size(); ++i) {
            const auto since = Wall::now();
            solve(static_cast<int>(i));
            const std::chrono::duration<double, std::micro> took = Wall::now() - since;
            times[i] = std::min(times[i], took.count());
        }
    std::sort(times.begin(), times.end());
    state.counters["p99_us"] = times[times.size() * 99 / 100];
}

}  // namespace posewright::bench
