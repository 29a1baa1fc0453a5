#pragma once

#include "core/ik/model/chain.h"
#include "core/ik/steps/outcome.h"
#include "core/ik/steps/watch.h"

#include <cmath>

namespace posewright::ik {

/// Runs `iterate()`, which returns the chain's new error [m], until it is at most `tolerance` [m],
/// more than 50 iterations gained less than 1e-4 of it, or the iterations are used up. `settle()`
/// sets the chain's directions; it is called before they are read. `stopped()` tells whether an
/// observer of half steps asked to stop.
template <class Iterate, class Settle, class Stopped = bool (*)()>
Outcome iterateChain(
    const Problem& problem, const Goal& goal, const Settings& settings, const Chain& chain,
    double tolerance, Solution& out, Iterate iterate, Settle settle,
    Stopped stopped = [] { return false; })
{
    constexpr int kPatience = 50;
    constexpr double kProgress = 1e-4;
    const Watch watch{settings.observer, &problem, &out};
    Outcome outcome{out.report.iterations, HUGE_VAL, Stop::Exhausted};
    double milestone = HUGE_VAL;
    int since = 0;
    while (outcome.iterations < settings.maxIterations) {
        outcome.error = iterate();
        ++outcome.iterations;
        if (stopped()) {
            settle();
            outcome.stop = Stop::Cancelled;
            return outcome;
        }
        if (watch) {
            settle();
            if (!watch.chain(goal, chain, outcome.iterations, outcome.error)) {
                outcome.stop = Stop::Cancelled;
                return outcome;
            }
        }
        if (outcome.error <= tolerance) {
            outcome.stop = Stop::Met;
            break;
        }
        if (outcome.error < milestone * (1 - kProgress)) {
            milestone = outcome.error;
            since = 0;
        } else if (++since > kPatience) {
            outcome.stop = Stop::Stagnated;
            break;
        }
    }
    settle();
    return outcome;
}

}  // namespace posewright::ik
