#include "core/ik/steps/group_method.h"

#include "core/ik/model/bodies.h"
#include "core/ik/model/chain.h"
#include "core/ik/model/groups.h"
#include "core/ik/steps/solve_groups.h"
#include "core/ik/workspace.h"

namespace posewright::ik {

void solveByMethod(const Problem& problem, const Settings& settings, Workspace& workspace,
                   Solution& out, const GroupMethod& method)
{
    const auto solveGroup = [&](std::span<const int> group, const Settings& own) {
        const Goal& goal = problem.goals[group.front()];
        Outcome outcome;
        outcome.iterations = out.report.iterations;
        if (group.size() == 1 && !(problem.rootMoves && goal.root == 0)) {
            Chain& chain = workspace.of<Chain>();
            extractChain(problem, out.rotations, out.rootPosition, goal, chain, out.slides);
            if (method.quick && method.quick(problem, goal, own, workspace, out, outcome))
                return outcome;
            if (chain.reach > 0) outcome = method.chain(problem, goal, own, workspace, out);
            writeRotations(problem, goal, chain, problem.start, out.rotations);
        } else {
            Bodies& bodies = workspace.of<Bodies>();
            extractBodies(problem, group, out, bodies);
            if (!bodies.pulls.empty()) outcome = method.bodies(problem, own, workspace, out);
            writeRotations(problem, bodies, out);
        }
        return outcome;
    };
    solveGroups(problem, settings, workspace.of<Groups>(), out.report, solveGroup);
}

}  // namespace posewright::ik
