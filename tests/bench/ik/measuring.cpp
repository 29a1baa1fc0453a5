#include "tests/bench/ik/measuring.h"

#include "tests/support/fabrik_floor.h"
#include "tests/support/ik_sets.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace posewright::bench {

double budget()
{
    const char* asked = std::getenv("POSEWRIGHT_BENCH_MS");
    return 1e6 * (asked ? std::atof(asked) : 30);
}

double unit()
{
    static const auto targets = test::shellTargets(0.05, 0.95, 100);
    static const auto start = test::arcPoints(9);
    std::array<double, 9> lengths;
    lengths.fill(1.0 / 9);
    std::array<Vec3, 10> points;
    long iterations = 0;
    const auto since = Clock::now();
    for (const Vec3& target : targets) {
        std::copy(start.begin(), start.end(), points.begin());
        iterations += test::fabrikFloor(points.data(), lengths.data(), 9, target, 1.1e-6, 100000);
        benchmark::DoNotOptimize(points);
    }
    return nanoseconds(since) / static_cast<double>(iterations);
}

}  // namespace posewright::bench
