#pragma once

#include <algorithm>
#include <ctime>

/// How times are taken.
namespace posewright::bench {

/// The process's own time, that whatever else runs on the machine does not count.
struct Clock {
    using time_point = std::clock_t;
    static time_point now() { return std::clock(); }
};

inline double nanoseconds(Clock::time_point since)
{
    return static_cast<double>(Clock::now() - since) * (1e9 / CLOCKS_PER_SEC);
}

/// What a row may take: POSEWRIGHT_BENCH_MS milliseconds, 30 by default. [ns]
double budget();

/// Time of one iteration of the plainest FABRIK on nine bones: the unit U. [ns]
double unit();

/// The least of `runs` times of `work`, and beside each the unit, timed in turn. [ns]
struct BesideUnit {
    double time = 1e300;
    double unit = 1e300;
};
template <class Work>
BesideUnit besideUnit(int runs, Work work)
{
    BesideUnit least;
    for (int run = 0; run < runs; ++run) {
        const auto since = Clock::now();
        work();
        least.time = std::min(least.time, nanoseconds(since));
        least.unit = std::min(least.unit, unit());
    }
    return least;
}

}  // namespace posewright::bench
