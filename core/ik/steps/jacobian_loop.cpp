#include "core/ik/steps/jacobian_loop.h"

#include "core/ik/model/chain.h"
#include "core/ik/model/chain_start.h"
#include "core/ik/model/goal_joints.h"
#include "core/ik/model/groups.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/steps/limited_descent.h"
#include "core/ik/steps/solve_groups.h"
#include "core/ik/steps/watch.h"
#include "core/ik/workspace.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kJacobianLoopLargestTurn = 1.0;  // [rad]
constexpr int kJacobianLoopPatience = 50;  // iterations that gain less than kJacobianLoopProgress
constexpr double kJacobianLoopProgress = 1e-4;  // of the error
constexpr double kJacobianLoopKick = 1e-3;      // [rad], as for chains
constexpr double kJacobianLoopFlat = 1e-14;
constexpr double kJacobianLoopStationary = 1e-9;
constexpr int kJacobianLoopLockings = 4;  // rounds per iteration

/// The best pose so far.
struct BestPose {
    JointSpace::Pose pose;
};

bool isFreeChain(const Problem& problem, const Goal& goal)
{
    if ((problem.rootMoves && goal.root == 0) || !goal.reaches()) return false;
    for (JointIndex j = goal.effector;; j = problem.joints[j].parent) {
        const Limit& limit = problem.joints[j].limit;
        const bool acts =
            j != goal.effector || goal.orientation || std::holds_alternative<PrismaticLimit>(limit);
        if (acts && limit.index() != 0) return false;
        if (j == goal.root) return true;
    }
}

void takeDirections(const JointSpace& space, Chain& chain)
{
    for (int i = 0; i < chain.bones(); ++i)
        if (chain.length[i] > 0)
            chain.setDirection(
                i, (space.positions[chain.joints[i + 1]] - space.positions[chain.joints[i]])
                       .normalized());
}

}  // namespace

Outcome solveFreeChain(const Problem& problem, const Goal& goal, const Settings& settings,
                       Workspace& workspace, Solution& out, std::span<const int> group,
                       const SpaceMethod& method)
{
    Chain& chain = workspace.of<Chain>();
    const ChainTarget target = chainTarget(goal, chain);
    Outcome outcome{out.report.iterations, (chain.chord() - target.at).norm(), Stop::Met};
    if (outcome.error <= settings.tolerance * chain.reach) return outcome;
    if (target.kind != ChainTarget::Kind::Within) {
        target.kind == ChainTarget::Kind::TooFar ? straighten(chain, target.at)
                                                 : fold(chain, target.at);
        ++outcome.iterations;
        outcome.error = (chain.chord() - target.at).norm();
        const Watch watch{settings.observer, &problem, &out};
        if (watch && !watch.chain(goal, chain, outcome.iterations, outcome.error))
            outcome.stop = Stop::Cancelled;
        return outcome;
    }
    out.report.degenerateStart |= unlock(problem, chain, std::nullopt);
    if (method.chain) return method.chain(problem, goal, target.at, settings, workspace, out);
    writeRotations(problem, goal, chain, problem.start, out.rotations);
    JointSpace& space = workspace.of<JointSpace>();
    extractJointSpace(problem, group, out, space);
    outcome = method.space(problem, settings, workspace, out);
    takeDirections(space, chain);
    return outcome;
}

void runSpaces(const Problem& problem, const Settings& settings, Workspace& workspace,
               Solution& out, const SpaceMethod& method)
{
    const auto solveGroup = [&](std::span<const int> group, const Settings& own) {
        const Goal& goal = problem.goals[group.front()];
        Outcome outcome;
        outcome.iterations = out.report.iterations;
        if (group.size() == 1 && isFreeChain(problem, goal)) {
            Chain& chain = workspace.of<Chain>();
            extractChain(problem, out.rotations, out.rootPosition, goal, chain, out.slides);
            if (chain.reach > 0)
                outcome = solveFreeChain(problem, goal, own, workspace, out, group, method);
            writeRotations(problem, goal, chain, problem.start, out.rotations);
        } else {
            JointSpace& space = workspace.of<JointSpace>();
            extractJointSpace(problem, group, out, space);
            if (space.width() > 0) outcome = method.space(problem, own, workspace, out);
            writePose(space, out);
            const bool missed = outcome.stop == Stop::Stagnated || outcome.stop == Stop::Exhausted;
            if (missed && !workspace.of<LimitSet>().empty())
                outcome =
                    finishUnderLimits(problem, group, settings, workspace, out, outcome.iterations);
        }
        return outcome;
    };
    solveGroups(problem, settings, workspace.of<Groups>(), out.report, solveGroup);
}

Outcome finishUnderLimits(const Problem& problem, std::span<const int> group,
                          const Settings& settings, Workspace& workspace, Solution& out, int before)
{
    LimitedDescent& descent = workspace.of<LimitedDescent>();
    LimitedTree& tree = descent.tree;
    LimitSet& limited = workspace.of<LimitSet>();
    clampPose(problem, limited, out.rotations, out.slides);
    extractTree(problem, limited, group, out, settings.tolerance, tree);
    Outcome outcome;
    outcome.iterations = before;
    if (tree.numbers == 0) return outcome;
    const double cost = tree.place(problem, descent.step.error);
    const Vec3 slide = tree.slide;
    outcome = finishByLm(problem, settings, workspace, out, before);
    const bool bent =
        std::ranges::any_of(group, [&](int row) { return problem.goals[row].pole.has_value(); });
    // If equal up to rounding, keep the pose from before: it is in equilibrium.
    if (tree.place(problem, descent.step.error) < cost * (1 - 1e-9) || bent) {
        out.report.solver = "lm";
    } else {
        tree.state = descent.start;
        tree.slide = slide;
    }
    // The observer's poses were written there, too.
    writePose(tree, out);
    return outcome;
}

bool stationary(const Problem& problem, JointSpace& space)
{
    space.differentiate(problem);
    const double error = space.distance();
    double largest = 0;
    double column = 0;
    for (int c = 0; c < space.width(); ++c) {
        double slope = 0;
        double square = 0;
        for (int r = 0; r < space.rows; ++r) {
            slope += space.row(r)[c] * space.error[r];
            square += space.row(r)[c] * space.row(r)[c];
        }
        largest = std::max(largest, std::abs(slope));
        column = std::max(column, square);
    }
    return largest <= kJacobianLoopStationary * error * std::sqrt(column);
}

void kick(const Problem& problem, JointSpace& space)
{
    // Different for every joint and axis, or a fold would only close further.
    for (int c = 0; c < space.width(); ++c)
        space.step[c] = space.columns[c].turns ? kJacobianLoopKick * std::cos(1.0 + 2.0 * c) : 0;
    for (const auto& moved : space.moved) {
        if (moved.free || moved.count == 0) continue;
        const auto range = bounds(problem.joints[moved.joint].limit);
        for (int k = 0; k < moved.count; ++k) {
            double& by = space.step[moved.first + k];
            if (moved.angles[k] + by < range[k].min || moved.angles[k] + by > range[k].max)
                by = -by;
        }
    }
    space.move(problem, kJacobianLoopLargestTurn);
    space.place(problem);
}

namespace {

// Whether iterations still improve the result.
struct Progress {
    double milestone = 0;
    int patience = 0;
    int since = 0;

    bool stalled(double best)
    {
        if (!(best < milestone * (1 - kJacobianLoopProgress))) return ++since > patience;
        milestone = best;
        since = 0;
        return false;
    }
};

// False: the observer cancels.
bool shown(const Settings& settings, const JointSpace& space, const Outcome& now, Solution& out)
{
    if (!settings.observer || !*settings.observer) return true;
    writePose(space, out);
    return (*settings.observer)(now.iterations, now.error, out.rotations);
}

Iterated stepOnce(const Problem& problem, const Settings& settings, JointSpace& space,
                  Workspace& workspace, FindStep findStep)
{
    std::ranges::fill(space.locked, 0);
    for (int round = 0; round == 0 || (round < kJacobianLoopLockings && space.lock(problem));
         ++round) {
        space.differentiate(problem);
        findStep(settings, space, workspace);
    }
    space.move(problem, kJacobianLoopLargestTurn);
    space.place(problem);
    return Iterated::Moved;
}

}  // namespace

Outcome followSteps(const Problem& problem, const Settings& settings, Workspace& workspace,
                    Solution& out, FindStep findStep)
{
    return iterateSpace(problem, settings, workspace, out, stepOnce, findStep);
}

Outcome iterateSpace(const Problem& problem, const Settings& settings, Workspace& workspace,
                     Solution& out, Iterate iterate, FindStep findStep)
{
    JointSpace& space = workspace.of<JointSpace>();
    JointSpace::Pose& bestPose = workspace.of<BestPose>().pose;
    const int before = out.report.iterations;
    Outcome outcome{before, space.distance(), Stop::Met};
    if (space.met(problem, settings)) return outcome;
    space.keep(bestPose);
    double best = outcome.error;
    bool stopped = false;
    Crawl crawl;
    // Goals that follow others may temporarily lose what those gain.
    Progress progress{best, space.follows ? 10 * kJacobianLoopPatience : kJacobianLoopPatience};
    std::ranges::fill(space.locked, 0);
    bool kicked = stationary(problem, space);
    if (kicked) {
        kick(problem, space);
        out.report.degenerateStart = true;
    }
    for (int it = before;; ++it) {
        outcome.iterations = it;
        outcome.error = space.distance();
        if ((it > before && !shown(settings, space, outcome, out)) || stopped) {
            outcome.stop = Stop::Cancelled;
            return outcome;
        }
        if (space.met(problem, settings)) return outcome;
        // If equal up to rounding, prefer the later pose: it is closer to rest.
        if (outcome.error <= best * (1 + kJacobianLoopFlat)) {
            best = outcome.error;
            space.keep(bestPose);
        }
        if (progress.stalled(best)) {
            outcome.stop = Stop::Stagnated;
            break;
        }
        if (it >= settings.maxIterations) {
            outcome.stop = crawl.stop(best * best);
            break;
        }
        crawl.note(best * best);
        const Iterated iterated = iterate(problem, settings, space, workspace, findStep);
        stopped = iterated == Iterated::Stopped;
        if (iterated == Iterated::AtRest) {
            outcome.stop = Stop::Stagnated;
            // Goals that follow others come to rest where their own joints bring them nearest,
            // which need not be where the sum was least.
            if (space.follows) {
                best = outcome.error;
                space.keep(bestPose);
            }
            // This may be a ridge: once kicked off it, the iteration does not return.
            if (kicked) break;
            kicked = true;
            kick(problem, space);
        }
    }
    space.restore(bestPose);
    space.place(problem);
    outcome.error = best;
    return outcome;
}

}  // namespace posewright::ik
