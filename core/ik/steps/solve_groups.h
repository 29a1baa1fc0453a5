#pragma once

#include "core/ik/model/groups.h"
#include "core/ik/steps/outcome.h"

#include <algorithm>
#include <limits>

namespace posewright::ik {

/// Solves a problem group after group, each from the pose that the earlier ones left, until one is
/// cancelled, and writes iterations and the reason for stopping. `solveGroup` gets the rows of the
/// group's goals, and settings that give each group the full number of iterations; the Outcome that
/// it returns counts from report.iterations.
template <class SolveGroup>
void solveGroups(const Problem& problem, const Settings& settings, Groups& groups, Report& report,
                 SolveGroup solveGroup)
{
    Settings own = settings;
    groupGoals(problem, groups);
    for (int i = 0; i < groups.count(); ++i) {
        constexpr int kMost = std::numeric_limits<int>::max();
        own.maxIterations = settings.maxIterations > kMost - report.iterations
                                ? kMost
                                : settings.maxIterations + report.iterations;
        const Outcome outcome = solveGroup(groups.group(i), own);
        report.iterations = outcome.iterations;
        report.status = std::max(report.status, statusOf(outcome.stop));
        if (outcome.stop == Stop::Cancelled) return;
    }
}

}  // namespace posewright::ik
