#include "core/ik/methods/fabrik.h"

#include "core/ik/methods/lm.h"
#include "core/ik/model/bodies.h"
#include "core/ik/model/chain.h"
#include "core/ik/model/chain_start.h"
#include "core/ik/model/chain_target.h"
#include "core/ik/model/goal_joints.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/steps/body_newton.h"
#include "core/ik/steps/direction_newton.h"
#include "core/ik/steps/fabrik_points.h"
#include "core/ik/steps/group_method.h"
#include "core/ik/steps/half_steps.h"
#include "core/ik/steps/limited_descent.h"
#include "core/ik/steps/watch.h"
#include "core/ik/workspace.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

// One iteration keeps a chain about as close to its start as all iterations of FABRIK would: the
// root mean square of joint movements differs by less than 0.1%.
constexpr int kFullIterations = 1;
constexpr int kTreeIterations = 2;
constexpr int kLimitedIterations = 1;  // each takes as long as three of lm

Outcome fabrikReachTarget(const Problem& problem, const Goal& goal, const Settings& settings,
                          Workspace& workspace, Solution& out)
{
    Chain& chain = workspace.of<Chain>();
    const ChainTarget target = chainTarget(goal, chain);
    const double polish = polished(settings.tolerance) * chain.reach;
    Outcome outcome{out.report.iterations, (chain.chord() - target.at).norm(), Stop::Met};
    if (outcome.error <= polish) return outcome;

    const Watch watch{settings.observer, &problem, &out};
    const auto cancelled = [&] {
        ++outcome.iterations;
        outcome.error = (chain.chord() - target.at).norm();
        if (watch && !watch.chain(goal, chain, outcome.iterations, outcome.error))
            outcome.stop = Stop::Cancelled;
        return outcome.stop == Stop::Cancelled;
    };
    const std::optional<Vec3> pole = poleOf(goal, chain);
    if (pole && target.at.norm() > 0) turnToPole(chain, target.at.normalized(), *pole);
    if (target.kind != ChainTarget::Kind::Within) {
        target.kind == ChainTarget::Kind::TooFar ? straighten(chain, target.at)
                                                 : fold(chain, target.at);
        (void)cancelled();
        return outcome;
    }
    out.report.degenerateStart |= unlock(problem, chain, pole);
    toPoints(chain, workspace.points);
    HalfSteps halves(settings);
    for (int i = 0; i < kFullIterations; ++i) {
        reachInwards(workspace.points, chain.lengths(), target.at);
        halves.chain(HalfStep::Stage::Inwards, outcome.iterations + 1, chain, workspace.points);
        reachOutwards(workspace.points, chain.lengths(), Vec3::Zero());
        halves.chain(HalfStep::Stage::Outwards, outcome.iterations + 1, chain, workspace.points);
        if (halves.stopped()) {
            toDirections(workspace.points, chain);
            outcome.stop = Stop::Cancelled;
            return outcome;
        }
        if (!watch) {
            ++outcome.iterations;
            continue;
        }
        toDirections(workspace.points, chain);
        if (cancelled()) return outcome;
    }
    toDirections(workspace.points, chain);
    straightenTo(chain, target.at);
    return newtonOnDirections(chain, goal, target.at, polish, outcome.iterations,
                              std::max(settings.maxIterations, outcome.iterations), watch);
}

Outcome fabrikSolveBodies(const Problem& problem, const Settings& settings, Workspace& workspace,
                          Solution& out)
{
    Bodies& bodies = workspace.of<Bodies>();
    BodyNewton& newton = workspace.of<BodyNewton>();
    const Watch watch{settings.observer, &problem, &out};
    turnToPoles(problem, bodies);
    int iterations = out.report.iterations;
    const double tolerance = polished(settings.tolerance);
    out.report.degenerateStart |= unlock(problem, bodies);
    if (!settled(bodies, newton, tolerance)) {
        HalfSteps halves(settings);
        for (int i = 0; i < kTreeIterations; ++i) {
            ++iterations;
            iterateOnBodies(problem, bodies, workspace.of<PointTree>(), iterations, halves);
            const double error = std::sqrt(bodies.cost());
            if (halves.stopped()) return {iterations, error, Stop::Cancelled};
            if (watch && !watch.bodies(bodies, iterations, error))
                return {iterations, error, Stop::Cancelled};
        }
        out.report.degenerateStart |= unlock(problem, bodies);  // the iterations may have
                                                                // straightened a limb
    }
    const Outcome outcome = newtonOnBodies(problem, bodies, newton, tolerance, iterations,
                                           std::max(settings.maxIterations, iterations), watch);
    turnToPoles(problem, bodies);
    return outcome;
}

// With limits: a full iteration, then lm from there.
Outcome solveLimited(const Problem& problem, const Settings& settings, Workspace& workspace,
                     Solution& out, int before)
{
    LimitedTree& tree = workspace.of<LimitedDescent>().tree;
    int iterations = before;
    HalfSteps halves(settings);
    for (int i = 0; i < kLimitedIterations && !tree.met(settings.orientationTolerance); ++i) {
        ++iterations;
        const double cost =
            iterateUnderLimits(problem, workspace, ConeForm::Spherical, iterations, halves);
        if (halves.stopped()) return {iterations, std::sqrt(cost) * tree.size, Stop::Cancelled};
        if (!settings.observer || !*settings.observer) continue;
        writePose(tree, out);
        const double error = std::sqrt(cost) * tree.size;
        if (!(*settings.observer)(iterations, error, out.rotations))
            return {iterations, error, Stop::Cancelled};
    }
    const Outcome outcome = finishByLm(problem, settings, workspace, out, iterations);
    if (outcome.iterations > iterations) out.report.solver = "lm";
    return outcome;
}

}  // namespace

Outcome solveFabrikChain(const Problem& problem, const Goal& goal, const Settings& settings,
                         Workspace& workspace, Solution& out)
{
    const Outcome outcome = fabrikReachTarget(problem, goal, settings, workspace, out);
    turnToPole(workspace.of<Chain>(), goal);
    return outcome;
}

void solveFabrik(const Problem& problem, const Settings& settings, Workspace& workspace,
                 Solution& out)
{
    if (asksMoreThanReach(problem)) {
        out.report.solver = "lm";
        solveLm(problem, settings, workspace, out);
    } else if (workspace.of<LimitSet>().empty())
        solveByMethod(problem, settings, workspace, out, {solveFabrikChain, fabrikSolveBodies});
    else
        runTrees(problem, settings, workspace, out, solveLimited);
}

}  // namespace posewright::ik
