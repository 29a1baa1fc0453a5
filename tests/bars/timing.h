#pragma once

#include <algorithm>
#include <ctime>
#include <vector>

/// How times are taken: in the time of this thread alone, so that what other programs do meanwhile
/// does not count.
namespace posewright::bars {

/// [ns]
inline double threadTime()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

template <class Work>
double timeOf(Work&& work)
{
    const double since = threadTime();
    work();
    return threadTime() - since;
}

/// Keeps the compiler from leaving out what computes a value.
template <class Value>
void used(const Value& value)
{
    asm volatile("" : : "g"(&value) : "memory");
}

/// Two in turn, so that a slower moment of the machine is one for both: the least time of each.
struct Beside {
    double ours = 1e300;   ///< [ns]
    double floor = 1e300;  ///< [ns]

    double ratio() const { return ours / floor; }
};
template <class Ours, class Floor>
Beside inTurn(Ours ours, Floor floor, int rounds = 15)
{
    Beside least;
    for (int round = 0; round < rounds; ++round) {
        least.ours = std::min(least.ours, timeOf(ours));
        least.floor = std::min(least.floor, timeOf(floor));
    }
    return least;
}

/// The value below which a share of them lies.
inline double percentile(std::vector<double> times, double share)
{
    std::sort(times.begin(), times.end());
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
}

}  // namespace posewright::bars
