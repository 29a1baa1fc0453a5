#include "core/ik/methods/fabrik_textbook.h"

#include "core/ik/model/bodies.h"
#include "core/ik/model/chain.h"
#include "core/ik/model/chain_target.h"
#include "core/ik/model/groups.h"
#include "core/ik/model/limit_set.h"
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

/// The best pose so far: rotations of bodies, or states if there are limits.
struct FabrikTextbookBest {
    std::vector<Quat> rotations;
    std::vector<LimitedState> states;
};

constexpr int kFabrikTextbookPatience = 8;  // iterations without improvement
constexpr double kFabrikTextbookProgress =
    1e-4;  // of the error; near full stretch an iteration gains only 1e-3

Outcome loopOnBodies(const Problem& problem, const Settings& settings, Workspace& workspace,
                     Solution& out)
{
    Bodies& bodies = workspace.of<Bodies>();
    std::vector<Quat>& kept = workspace.of<FabrikTextbookBest>().rotations;
    const Watch watch{settings.observer, &problem, &out};
    Outcome outcome;
    outcome.iterations = out.report.iterations;
    double best = HUGE_VAL;
    Vec3 bestSlide = Vec3::Zero();
    int since = 0;
    HalfSteps halves(settings);
    for (;;) {
        const double cost = bodies.cost();
        outcome.error = std::sqrt(cost);
        if (outcome.error < best) {
            since = outcome.error < best * (1 - kFabrikTextbookProgress) ? 0 : since + 1;
            best = outcome.error;
            bestSlide = bodies.slide;
            kept.resize(bodies.list.size());
            for (std::size_t b = 0; b < bodies.list.size(); ++b) kept[b] = bodies.list[b].rotation;
        } else {
            ++since;
        }
        if (halves.stopped()) {
            outcome.stop = Stop::Cancelled;
            break;
        }
        if (outcome.iterations > out.report.iterations && watch &&
            !watch.bodies(bodies, outcome.iterations, outcome.error)) {
            outcome.stop = Stop::Cancelled;
            break;
        }
        if (std::ranges::all_of(bodies.pulls, [&](const Pull& pull) {
                return pull.error().norm() <= settings.tolerance * pull.reach;
            }))
            break;
        outcome.stop = since > kFabrikTextbookPatience ? Stop::Stagnated : Stop::Exhausted;
        if (since > kFabrikTextbookPatience || outcome.iterations >= settings.maxIterations) break;
        outcome.stop = Stop::Met;
        ++outcome.iterations;
        iterateOnBodies(problem, bodies, workspace.of<PointTree>(), outcome.iterations, halves);
    }
    for (std::size_t b = 0; b < bodies.list.size(); ++b) bodies.list[b].rotation = kept[b];
    bodies.slide = bestSlide;
    bodies.place(problem);
    return outcome;
}

// Iterates with the paper's constraints until the tolerance is met; keeps the best iteration.
Outcome loopUnderLimits(const Problem& problem, const Settings& settings, Workspace& workspace,
                        Solution& out, int before)
{
    LimitedDescent& memory = workspace.of<LimitedDescent>();
    LimitedTree& tree = memory.tree;
    std::vector<LimitedState>& kept = workspace.of<FabrikTextbookBest>().states;
    double cost = tree.place(problem, memory.step.error);
    double best = HUGE_VAL;
    Vec3 bestSlide = Vec3::Zero();
    int since = 0;
    HalfSteps halves(settings);
    Outcome outcome{before, std::sqrt(cost) * tree.size, Stop::Met};
    for (;;) {
        since = cost < best * (1 - kFabrikTextbookProgress) ? 0 : since + 1;
        if (cost < best) {
            best = cost;
            bestSlide = tree.slide;
            kept = tree.state;
        }
        if (tree.met(settings.orientationTolerance)) break;
        outcome.stop = since > kFabrikTextbookPatience ? Stop::Stagnated : Stop::Exhausted;
        if (since > kFabrikTextbookPatience ||
            outcome.iterations - before >= settings.maxIterations)
            break;
        ++outcome.iterations;
        cost = iterateUnderLimits(problem, workspace, ConeForm::Paper, outcome.iterations, halves);
        outcome.error = std::sqrt(cost) * tree.size;
        outcome.stop = halves.stopped() ? Stop::Cancelled : Stop::Met;
        if (halves.stopped()) break;
        if (!settings.observer || !*settings.observer) continue;
        writePose(tree, out);
        if ((*settings.observer)(outcome.iterations, outcome.error, out.rotations)) continue;
        outcome.stop = Stop::Cancelled;
        break;
    }
    if (outcome.stop == Stop::Cancelled) return outcome;
    tree.state = kept;
    tree.slide = bestSlide;
    tree.place(problem, memory.step.error);
    return outcome;
}

}  // namespace

Outcome solveFabrikTextbookChain(const Problem& problem, const Goal& goal, const Settings& settings,
                                 Workspace& workspace, Solution& out)
{
    Chain& chain = workspace.of<Chain>();
    const ChainTarget target = chainTarget(goal, chain);
    toPoints(chain, workspace.points);
    const int before = out.report.iterations;
    const Watch watch{settings.observer, &problem, &out};
    AfterIteration show;
    if (watch)
        show = [&](int iteration, double error) {
            toDirections(workspace.points, chain);
            return watch.chain(goal, chain, before + iteration, error);
        };
    HalfSteps halves(settings);
    AfterPass half;
    if (halves)
        half = [&](bool outwards, int iteration) {
            halves.chain(outwards ? HalfStep::Stage::Outwards : HalfStep::Stage::Inwards,
                         before + iteration, chain, workspace.points);
            return !halves.stopped();
        };
    const double line = chain.chord().norm();
    Outcome outcome = reachByFabrik(
        workspace.points, chain.lengths(), target.at, settings.tolerance * chain.reach,
        settings.maxIterations - before, watch ? &show : nullptr, half ? &half : nullptr);
    out.report.degenerateStart |=
        outcome.stop == Stop::Stagnated && line > chain.reach * (1 - 1e-12);
    toDirections(workspace.points, chain);
    outcome.iterations += before;
    return outcome;
}

void solveFabrikTextbook(const Problem& problem, const Settings& settings, Workspace& workspace,
                         Solution& out)
{
    if (workspace.of<LimitSet>().empty())
        solveByMethod(problem, settings, workspace, out, {solveFabrikTextbookChain, loopOnBodies});
    else
        runTrees(problem, settings, workspace, out, loopUnderLimits);
}

}  // namespace posewright::ik
