#include "core/ik/gauss_newton.h"

#include "core/ik/chain_start.h"
#include "core/ik/chain_target.h"
#include "core/ik/direction_newton.h"
#include "core/ik/two_bone.h"
#include "core/ik/workspace.h"

#include <algorithm>

namespace posewright::ik {
namespace {

constexpr double kPolish = 1e-10;    // of the reach
constexpr double kFoldSlack = 1e-7;  // of the reach: a tenth of the usual tolerance

Outcome turnBones(const Problem& problem, const Goal& goal, const Settings& settings, Chain& chain,
                  Solution& out)
{
    const ChainTarget target = chainTarget(goal, chain);
    const double polish = std::min(settings.tolerance, kPolish) * chain.reach;
    const int before = out.report.iterations;
    Outcome outcome{before, (chain.chord() - target.at).norm(), Stop::Met};
    if (outcome.error <= polish) return outcome;

    std::optional<Vec3> pole;
    if (goal.pole) pole = *goal.pole - chain.origin;
    if (target.at.norm() > 0) {
        swingTowards(chain, target.at);
        if (pole) turnToPole(chain, target.at.normalized(), *pole);
    }
    const Watch watch{settings.observer, &problem, &out};
    const bool analytic =
        chain.bones() == 2 && std::min(chain.length[0], chain.length[1]) > 1e-9 * chain.reach;
    if (analytic || target.kind != ChainTarget::Kind::Within) {
        if (target.kind == ChainTarget::Kind::TooFar) {
            straighten(chain, target.at);
        } else if (analytic) {
            out.report.degenerateStart |= unlock(problem, chain, target.at, pole);
            bendTwoBones(chain, target.at,
                         std::min(kFoldSlack, settings.tolerance / 10) * chain.reach);
        } else {
            fold(chain, target.at);
        }
        outcome.iterations = before + 1;
        outcome.error = (chain.chord() - target.at).norm();
        if (watch && !watch.chain(goal, chain, outcome.iterations, outcome.error))
            outcome.stop = Stop::Cancelled;
        return outcome;
    }
    out.report.degenerateStart |= unlock(problem, chain, target.at, pole);
    straightenTo(chain, target.at);
    return newtonOnDirections(chain, goal, target.at, polish, before, settings.maxIterations,
                              watch);
}

}  // namespace

void solveGaussNewton(const Problem& problem, const Settings& settings, Workspace& workspace,
                      Solution& out)
{
    groupGoals(problem, workspace.groups);
    for (int i = 0; i < workspace.groups.count(); ++i) {
        const auto group = workspace.groups.group(i);
        const Goal& goal = problem.goals[group.front()];
        Chain& chain = workspace.chain;
        extractChain(problem, out.rotations, out.rootPosition, goal, chain);
        Outcome outcome;
        outcome.iterations = out.report.iterations;
        if (chain.reach > 0) {
            outcome = turnBones(problem, goal, settings, chain, out);
            const Vec3 line = chain.chord();
            if (goal.pole && line.norm() > 1e-9 * chain.reach)
                turnToPole(chain, line.normalized(), *goal.pole - chain.origin);
        }
        writeRotations(problem, goal, chain, problem.start, out.rotations);
        out.report.iterations = outcome.iterations;
        out.report.status = std::max(out.report.status, statusOf(outcome.stop));
        if (outcome.stop == Stop::Cancelled) return;
    }
}

}  // namespace posewright::ik
