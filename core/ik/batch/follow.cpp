#include "core/ik/follow.h"

#include "core/ik/methods/dls.h"
#include "core/ik/methods/fabrik.h"
#include "core/ik/methods/fabrik_textbook.h"
#include "core/ik/methods/gauss_newton.h"
#include "core/ik/model/chain.h"
#include "core/ik/model/chain_frames.h"
#include "core/ik/model/goal_joints.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/model/soft_reach.h"
#include "core/ik/steps/outcome.h"
#include "core/ik/workspace.h"

#include <array>
#include <cmath>

namespace posewright::ik {
namespace {

using ChainMethod = Outcome (*)(const Problem&, const Goal&, const Settings&, Workspace&,
                                Solution& out);

ChainMethod methodOf(const Solver& solver)
{
    if (solver.solve == solveGaussNewton) return solveGaussNewtonChain;
    if (solver.solve == solveFabrik) return solveFabrikChain;
    if (solver.solve == solveFabrikTextbook) return solveFabrikTextbookChain;
    if (solver.solve == solveDls) return solveDlsChain;
    return nullptr;
}

std::string fault(const Solver& solver, const Problem& problem)
{
    if (!methodOf(solver)) return "this solver does not follow";
    if (problem.goals.size() != 1) return "there must be one goal to follow";
    const Goal& goal = problem.goals.front();
    if (!goal.reaches() || goal.orientation || goal.pinned || goal.stretch > 0)
        return "a goal that is followed is a position and nothing else";
    if (problem.rootMoves) return "the root of a chain that follows stays where it is";
    return {};
}

Status statusOf(const Goal& goal, const Chain& chain, const FollowedFrame& frame, double distance,
                double tolerance, Stop stop)
{
    if (frame.error <= tolerance) return Status::Reached;
    if (distance > chain.reach + tolerance ||
        distance < nearestReach(chain.reach, chain.longest) - tolerance)
        return Status::Unreachable;
    const double eased = softReach(distance, chain.reach, goal.soft);
    const Vec3 to = (goal.position - chain.origin) * (distance > 0 ? eased / distance : 1);
    if (eased < distance && (chain.chord() - to).norm() <= tolerance) return Status::Softened;
    return stop == Stop::Exhausted ? Status::IterationLimit : Status::Stalled;
}

// The error that rounding alone can cause far from the origin.
double grainOf(const Vec3& target, const Vec3& origin)
{
    return 3e-14 * (target.cwiseAbs().sum() + origin.cwiseAbs().sum());
}

// The result of a frame from the outcome of its method.
FollowedFrame frameOf(const Goal& goal, const Chain& chain, double tolerance,
                      const Outcome& outcome)
{
    const Vec3 way = goal.position - chain.origin;
    FollowedFrame frame;
    frame.iterations = outcome.iterations;
    frame.error = chain.reach > 0 && goal.soft <= 0 ? outcome.error : (way - chain.chord()).norm();
    frame.status =
        statusOf(goal, chain, frame, way.norm(),
                 tolerance * chain.reach + grainOf(goal.position, chain.origin), outcome.stop);
    return frame;
}

bool usable(const Vec3& v)
{
    return v.cwiseAbs().maxCoeff() < 1e100;
}

/// Solves the frames after `at`, each from the one before. @pre the workspace has the chain as it
/// is at that frame
void followOn(ChainMethod method, const Problem& problem, Goal& goal, std::span<const Vec3> targets,
              std::size_t at, const Settings& settings, Workspace& workspace, FollowResult& out)
{
    Chain& chain = workspace.of<Chain>();
    const std::size_t bones = chain.bones();
    const bool solvable = chain.reach > 0;
    // The preferred bend of a straight chain may depend on joints above bones of length 0.
    const bool readsStart = !(chain.length[0] > 0);
    Solution& scratch = out.first;
    const bool degenerate = scratch.report.degenerateStart;
    ChainFrames& chainFrames = workspace.of<ChainFrames>();
    chainFrames.begin(problem, chain, out.rotations.data() + at * bones);
    for (std::size_t f = at + 1; f < targets.size(); ++f) {
        if (usable(targets[f])) {
            goal.position = targets[f];
            scratch.report.iterations = 0;
            Outcome outcome;
            if (solvable) outcome = method(problem, goal, settings, workspace, scratch);
            out.frames[f] = frameOf(goal, chain, settings.tolerance, outcome);
        }
        chain.root = chainFrames.add(chain);
        if (!readsStart) continue;
        chainFrames.finish();
        for (std::size_t i = 0; i < bones; ++i)
            workspace.start[chain.joints[i]] = out.rotations[f * bones + i];
    }
    chainFrames.finish();
    scratch.report.iterations = out.frames[at].iterations;
    scratch.report.degenerateStart = degenerate;
}

}  // namespace

void follow(const Solver& solver, const Problem& asked, std::span<const Vec3> targets,
            const Settings& wanted, Workspace& workspace, FollowResult& out)
{
    out.joints.clear();
    out.rotations.clear();
    out.frames.assign(targets.size(), FollowedFrame{});
    out.message = fault(solver, asked);
    if (!out.message.empty() || targets.empty()) return;

    Settings settings = wanted;
    settings.observer = nullptr;
    settings.halfSteps = nullptr;
    Problem problem = asked;
    Goal goal = asked.goals.front();
    problem.goals = std::span(&goal, 1);
    std::size_t at = 0;
    while (at + 1 < targets.size() && !usable(targets[at])) ++at;
    goal.position = targets[at];
    // The first frame is solved like any other problem, with all checks.
    solve(solver, problem, settings, workspace, out.first);
    if (out.first.report.status == Status::Invalid) {
        out.message = out.first.report.message;
        return;
    }
    if (!workspace.of<LimitSet>().empty()) {
        out.message = "a chain that follows has no limits";
        return;
    }

    workspace.start = out.first.rotations;
    problem.start = workspace.start;
    problem.baseRotation.normalize();
    Chain& chain = workspace.of<Chain>();
    extractChain(problem, workspace.start, out.first.rootPosition, goal, chain, out.first.slides);
    const std::size_t bones = chain.bones();
    out.joints.assign(chain.joints.begin(), chain.joints.begin() + std::ptrdiff_t(bones));
    out.rotations.resize(bones * targets.size());
    for (std::size_t i = 0; i < bones; ++i) {
        const JointIndex joint = chain.joints[i];
        for (std::size_t frame = 0; frame < at; ++frame)
            out.rotations[frame * bones + i] = asked.start[joint].normalized();
        out.rotations[at * bones + i] = workspace.start[joint];
    }
    out.frames[at] = {out.first.report.status, out.first.report.iterations,
                      out.first.report.goals[0].positionError};

    followOn(methodOf(solver), problem, goal, targets, at, settings, workspace, out);
}

}  // namespace posewright::ik
