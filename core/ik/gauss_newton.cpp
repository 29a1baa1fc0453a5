#include "core/ik/gauss_newton.h"

#include "core/ik/chain_start.h"
#include "core/ik/chain_target.h"
#include "core/ik/direction_newton.h"
#include "core/ik/goal_joints.h"
#include "core/ik/lm.h"
#include "core/ik/run_groups.h"
#include "core/ik/two_bone.h"
#include "core/ik/workspace.h"

#include <algorithm>

namespace posewright::ik {
namespace {

constexpr double kFoldSlack = 9e-13;  // of the reach: the least that leaves the knee on a side

std::optional<Vec3> poleOf(const Goal& goal, const Chain& chain)
{
    if (!goal.pole) return std::nullopt;
    return Vec3(*goal.pole - chain.origin);
}

Outcome reachTarget(const Problem& problem, const Goal& goal, const Settings& settings,
                    Workspace& workspace, Solution& out)
{
    Chain& chain = workspace.chain;
    const ChainTarget target = chainTarget(goal, chain);
    const double polish = polished(settings.tolerance) * chain.reach;
    const int before = out.report.iterations;
    Outcome outcome{before, (chain.chord() - target.at).norm(), Stop::Met};
    if (outcome.error <= polish) return outcome;

    const std::optional<Vec3> pole = poleOf(goal, chain);
    if (target.at.norm() > 0) {
        swingTowards(chain, target.at);
        if (pole) turnToPole(chain, target.at.normalized(), *pole);
    }
    const Watch watch{settings.observer, &problem, &out};
    const bool twoBones =
        chain.bones() == 2 && std::min(chain.length[0], chain.length[1]) > 1e-9 * chain.reach;
    if (target.kind == ChainTarget::Kind::Within && !twoBones) {
        out.report.degenerateStart |= unlock(problem, chain, pole);
        straightenTo(chain, target.at);
        return newtonOnDirections(chain, goal, target.at, polish, before, settings.maxIterations,
                                  watch);
    }
    if (target.kind == ChainTarget::Kind::TooFar) {
        straighten(chain, target.at);
    } else if (twoBones) {
        const double slack = std::min(kFoldSlack, settings.tolerance / 10) * chain.reach;
        out.report.degenerateStart |= bendTwoBones(problem, chain, target.at, pole, slack);
    } else {
        fold(chain, target.at);
    }
    outcome.iterations = before + 1;
    outcome.error = (chain.chord() - target.at).norm();
    if (watch && !watch.chain(goal, chain, outcome.iterations, outcome.error))
        outcome.stop = Stop::Cancelled;
    return outcome;
}

Outcome solveBodies(const Problem& problem, const Settings& settings, Workspace& workspace,
                    Solution& out)
{
    Bodies& bodies = workspace.bodies;
    turnToPoles(problem, bodies);
    out.report.degenerateStart |= unlock(problem, bodies);
    const Outcome outcome = newtonOnBodies(
        problem, bodies, workspace.newton, polished(settings.tolerance), out.report.iterations,
        settings.maxIterations, Watch{settings.observer, &problem, &out});
    turnToPoles(problem, bodies);
    return outcome;
}

}  // namespace

Outcome solveGaussNewtonChain(const Problem& problem, const Goal& goal, const Settings& settings,
                              Workspace& workspace, Solution& out)
{
    const Outcome outcome = reachTarget(problem, goal, settings, workspace, out);
    Chain& chain = workspace.chain;
    const Vec3 line = chain.chord();
    if (goal.pole && line.norm() > 1e-9 * chain.reach)
        turnToPole(chain, line.normalized(), *poleOf(goal, chain));
    return outcome;
}

void solveGaussNewton(const Problem& problem, const Settings& settings, Workspace& workspace,
                      Solution& out)
{
    if (!workspace.limited.empty() || looksOrMeets(problem)) {
        out.report.solver = "lm";
        solveLm(problem, settings, workspace, out);
        return;
    }
    runGroups(problem, settings, workspace, out, {solveGaussNewtonChain, solveBodies});
}

}  // namespace posewright::ik
