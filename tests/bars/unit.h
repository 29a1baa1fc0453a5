#pragma once

#include "tests/bars/timing.h"
#include "tests/support/fabrik_floor.h"
#include "tests/support/ik_sets.h"

#include <algorithm>
#include <array>
#include <vector>

/// The unit U that solvers are timed in: one iteration of the plainest FABRIK on nine bones.
namespace posewright::bars {

/// A hundred solves of the plainest FABRIK on nine bones. Returns its iterations, each of which
/// takes the unit U.
inline long unitWork()
{
    static const auto targets = test::shellTargets(0.05, 0.95, 100);
    static const auto start = test::arcPoints(9);
    static const std::vector<double> lengths(9, 1.0 / 9);
    std::array<Vec3, 10> points;
    long iterations = 0;
    for (const Vec3& target : targets) {
        std::copy(start.begin(), start.end(), points.begin());
        iterations += test::fabrikFloor(points.data(), lengths.data(), 9, target, 1.1e-6, 100000);
        used(points);
    }
    return iterations;
}

/// What one of `count` pieces of work takes, in units U.
template <class Work>
double inUnits(Work work, double count, int rounds = 15)
{
    const auto iterations = static_cast<double>(unitWork());
    return inTurn(
               work, [] { unitWork(); }, rounds)
               .ratio() *
           iterations / count;
}

}  // namespace posewright::bars
