#pragma once

#include "core/ik/solver.h"

#include <algorithm>
#include <limits>

namespace posewright::ik {

/// Why an iteration stopped.
enum class Stop { Met, Stagnated, Exhausted, Cancelled };

/// How an iteration went.
struct Outcome {
    int iterations = 0;
    double error = 0;  ///< [m]
    Stop stop = Stop::Met;
};

/// The tolerance, as a share of the reach, to which Newton's steps converge if `tolerance` is asked
/// for: tight enough that motion is smooth wherever they stop. It costs one or two more steps.
constexpr double polished(double tolerance)
{
    return std::min(tolerance, std::max(1e-10, 1e-4 * tolerance));
}

/// Tells whether progress was still being made when iterations ran out: the squared error must have
/// fallen by 1% over the last 20 to 40 of them.
struct Crawl {
    double lately = std::numeric_limits<double>::infinity();   ///< squared error
    double earlier = std::numeric_limits<double>::infinity();  ///< the one before
    int since = 0;

    void note(double squaredError)
    {
        if (since++ % 20 != 0) return;
        earlier = lately;
        lately = squaredError;
    }
    Stop stop(double squaredError) const
    {
        return squaredError > 0.99 * earlier ? Stop::Stagnated : Stop::Exhausted;
    }
};

/// What a solver leaves in Report::status for the goals that it missed.
inline Status statusOf(Stop stop)
{
    switch (stop) {
    case Stop::Met: return Status::Reached;
    case Stop::Stagnated: return Status::Stalled;
    case Stop::Exhausted: return Status::IterationLimit;
    case Stop::Cancelled: return Status::Cancelled;
    }
    return Status::Stalled;
}

}  // namespace posewright::ik
