#include "core/ik/methods/gauss_newton.h"

#include "core/ik/methods/lm.h"
#include "core/ik/model/bodies.h"
#include "core/ik/model/chain.h"
#include "core/ik/model/chain_start.h"
#include "core/ik/model/chain_target.h"
#include "core/ik/model/goal_joints.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/model/two_bones.h"
#include "core/ik/steps/body_newton.h"
#include "core/ik/steps/direction_newton.h"
#include "core/ik/steps/group_method.h"
#include "core/ik/steps/watch.h"
#include "core/ik/workspace.h"

#include <algorithm>

namespace posewright::ik {
namespace {

constexpr double kFoldSlack = 9e-13;  // of the reach; the smallest fold that keeps the knee's side

double foldSlack(const Settings& settings, const Chain& chain)
{
    return std::min(kFoldSlack, settings.tolerance / 10) * chain.reach;
}

Outcome gaussNewtonReachTarget(const Problem& problem, const Goal& goal, const Settings& settings,
                               Workspace& workspace, Solution& out)
{
    Chain& chain = workspace.of<Chain>();
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
        out.report.degenerateStart |=
            bendTwoBones(problem, chain, target.at, pole, foldSlack(settings, chain));
    } else {
        fold(chain, target.at);
    }
    outcome.iterations = before + 1;
    outcome.error = (chain.chord() - target.at).norm();
    if (watch && !watch.chain(goal, chain, outcome.iterations, outcome.error))
        outcome.stop = Stop::Cancelled;
    return outcome;
}

// A shortcut for two bones without rare cases, with the same result.
bool solveTwoBonesQuickly(const Problem& problem, const Goal& goal, const Settings& settings,
                          Workspace& workspace, Solution& out, Outcome& outcome)
{
    const Chain& chain = workspace.of<Chain>();
    if (chain.bones() != 2 || goal.pole) return false;
    const ChainTarget target = chainTarget(goal, chain);
    if (target.kind != ChainTarget::Kind::Within) return false;
    const TwoBones bones = readTwoBones(problem, chain, problem.start);
    const double polish = polished(settings.tolerance) * chain.reach;
    TwoBoneTurns turns;
    if ((bones.chord - target.at).norm() <= polish ||
        !turnTwoBones(bones, target.at, foldSlack(settings, chain), turns))
        return false;
    out.rotations[chain.joints[0]] = turns.root.quat();
    out.rotations[chain.joints[1]] = turns.middle.quat();
    if (goal.orientation) {
        const Hamilton above = bones.parent * turns.root * turns.middle;
        out.rotations[goal.effector] =
            (above.conjugate() * Hamilton(*goal.orientation)).unit().quat();
    }
    ++outcome.iterations;
    if (settings.observer && *settings.observer) {
        const Hamilton root = bones.parent * turns.root;
        const Vec3 end =
            root.turn(bones.a * bones.upper + turns.middle.turn(bones.b * bones.lower));
        outcome.error = (end - target.at).norm();
        if (!(*settings.observer)(outcome.iterations, outcome.error, out.rotations))
            outcome.stop = Stop::Cancelled;
    }
    return true;
}

Outcome gaussNewtonSolveBodies(const Problem& problem, const Settings& settings,
                               Workspace& workspace, Solution& out)
{
    Bodies& bodies = workspace.of<Bodies>();
    turnToPoles(problem, bodies);
    out.report.degenerateStart |= unlock(problem, bodies);
    const Outcome outcome = newtonOnBodies(
        problem, bodies, workspace.of<BodyNewton>(), polished(settings.tolerance),
        out.report.iterations, settings.maxIterations, Watch{settings.observer, &problem, &out});
    turnToPoles(problem, bodies);
    return outcome;
}

}  // namespace

Outcome solveGaussNewtonChain(const Problem& problem, const Goal& goal, const Settings& settings,
                              Workspace& workspace, Solution& out)
{
    const Outcome outcome = gaussNewtonReachTarget(problem, goal, settings, workspace, out);
    turnToPole(workspace.of<Chain>(), goal);
    return outcome;
}

void solveGaussNewton(const Problem& problem, const Settings& settings, Workspace& workspace,
                      Solution& out)
{
    if (!workspace.of<LimitSet>().empty() || asksMoreThanReach(problem)) {
        out.report.solver = "lm";
        solveLm(problem, settings, workspace, out);
        return;
    }
    solveByMethod(problem, settings, workspace, out,
                  {solveGaussNewtonChain, gaussNewtonSolveBodies, solveTwoBonesQuickly});
}

}  // namespace posewright::ik
