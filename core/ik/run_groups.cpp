#include "core/ik/run_groups.h"

#include "core/ik/workspace.h"

#include <algorithm>

namespace posewright::ik {

void runGroups(const Problem& problem, const Settings& settings, Workspace& workspace,
               Solution& out, const GroupMethod& method)
{
    groupGoals(problem, workspace.groups);
    for (int i = 0; i < workspace.groups.count(); ++i) {
        const auto group = workspace.groups.group(i);
        const Goal& goal = problem.goals[group.front()];
        Outcome outcome;
        outcome.iterations = out.report.iterations;
        if (group.size() == 1 && !(problem.rootMoves && goal.root == 0)) {
            Chain& chain = workspace.chain;
            extractChain(problem, out.rotations, out.rootPosition, goal, chain, out.slides);
            if (method.quick && method.quick(problem, goal, settings, workspace, out)) continue;
            if (chain.reach > 0) outcome = method.chain(problem, goal, settings, workspace, out);
            writeRotations(problem, goal, chain, problem.start, out.rotations);
        } else {
            extractBodies(problem, group, out, workspace.bodies);
            if (!workspace.bodies.pulls.empty())
                outcome = method.bodies(problem, settings, workspace, out);
            writeRotations(problem, workspace.bodies, out);
        }
        out.report.iterations = outcome.iterations;
        out.report.status = std::max(out.report.status, statusOf(outcome.stop));
        if (outcome.stop == Stop::Cancelled) return;
    }
}

}  // namespace posewright::ik
