#pragma once

#include "core/ik/solver.h"

#include <algorithm>

namespace posewright::ik {

/// Why an iteration stopped.
enum class Stop { Met, Stagnated, Exhausted, Cancelled };

/// How an iteration went.
struct Outcome {
    int iterations = 0;
    double error = 0;  ///< [m]
    Stop stop = Stop::Met;
};

/// How near Newton's steps go where `tolerance` is asked for, as a share of the reach: so near that
/// it cannot be seen where they stopped, and motion stays smooth. It takes a step or two more.
constexpr double polished(double tolerance)
{
    return std::min(tolerance, std::max(1e-10, 1e-4 * tolerance));
}

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
