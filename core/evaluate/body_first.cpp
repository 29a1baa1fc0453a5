#include "core/evaluate/body_first.h"

#include "core/ik/limits.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright {

namespace {

/// The goal that places the root, preferably one with an orientation; -1 if there is none.
int bodyGoal(const ik::Problem& problem)
{
    int found = -1;
    for (int g = 0; g < std::ssize(problem.goals); ++g) {
        if (!placesRoot(problem, problem.goals[g])) continue;
        if (problem.goals[g].orientation) return g;
        if (found < 0) found = g;
    }
    return found;
}

/// Moves the start so that root and effector, as one rigid piece, meet the goal.
void carry(const ik::Goal& goal, const ik::Settings& settings, Scratch& scratch,
           ik::Problem& problem, std::vector<Quat>& start)
{
    std::vector<Vec3>& positions = scratch.workspace.positions;
    std::vector<Quat>& rotations = scratch.workspace.worldRotations;
    const Vec3 root = problem.basePosition + problem.baseRotation * problem.joints[0].offset;
    const auto place = [&] {
        ik::forwardKinematics(problem, start, root, positions, rotations, problem.slides);
    };
    place();
    if (goal.orientation) {
        const Quat turn =
            nearestSign(*goal.orientation * rotations[goal.effector].conjugate(), Quat::Identity());
        if (angleBetween(turn, Quat::Identity()) > settings.orientationTolerance) {
            start[0] = problem.baseRotation.conjugate() * turn * rotations[0];
            start[0].normalize();
            ik::clampLocal(problem.joints[0], start[0]);
            place();
        }
    }
    problem.start = start;
    const Vec3 way = goal.position - positions[goal.effector];
    if (way.norm() > settings.tolerance * ik::reach(problem, goal)) problem.basePosition += way;
}

/// The other goals, each with a root below the placed joints. Empty if one of them has no such
/// root.
std::vector<ik::Goal> limbGoals(const ik::Problem& problem, int body)
{
    const ik::Goal& placed = problem.goals[body];
    const auto held = [&](ik::JointIndex joint) {
        return joint == 0 || (placed.orientation && joint == placed.effector);
    };
    const auto below = [&](ik::JointIndex above, ik::JointIndex joint) {
        while (joint > above && problem.joints[joint].parent != above)
            joint = problem.joints[joint].parent;
        return joint > above ? joint : -1;
    };
    std::vector<ik::Goal> goals;
    for (int g = 0; g < std::ssize(problem.goals); ++g) {
        if (g == body) continue;
        ik::Goal goal = problem.goals[g];
        while (held(goal.root)) {
            const ik::JointIndex next = below(goal.root, goal.effector);
            if (next < 0 || (goal.meets() >= 0 && below(goal.root, goal.meets()) != next))
                return {};
            goal.root = next;
        }
        // When the root moves, the tree is solved without ease or stretch.
        goal.soft = 0;
        goal.stretch = 0;
        goals.push_back(goal);
    }
    return goals;
}

}  // namespace

bool placesRoot(const ik::Problem& problem, const ik::Goal& goal)
{
    return problem.rootMoves && goal.root == 0 && goal.reaches() && !goal.pinned &&
           (goal.effector == 0 || problem.joints[goal.effector].parent == 0);
}

void solveBodyFirst(const ik::Solver& solver, const ik::Problem& problem,
                    const ik::Settings& settings, Scratch& scratch)
{
    const int body = solver.abilities.rootMoves ? bodyGoal(problem) : -1;
    if (body < 0) {
        ik::solve(solver, problem, settings, scratch.workspace, scratch.solution);
        return;
    }
    ik::Problem carried = problem;
    std::vector<Quat> start(problem.start.begin(), problem.start.end());
    std::vector<double> slides(problem.slides.begin(), problem.slides.end());
    carry(problem.goals[body], settings, scratch, carried, start);
    int iterations = 0;
    if (const std::vector<ik::Goal> limbs = limbGoals(problem, body); !limbs.empty()) {
        ik::Problem held = carried;
        held.goals = limbs;
        held.rootMoves = false;
        ik::Settings near = settings;
        near.seeds = 0;
        ik::solve(solver, held, near, scratch.workspace, scratch.solution);
        if (scratch.solution.report.status != ik::Status::Invalid) {
            start = scratch.solution.rotations;
            slides = scratch.solution.slides;
            iterations = scratch.solution.report.iterations;
            carried.start = start;
            carried.slides = slides;
        }
    }
    ik::solve(solver, carried, settings, scratch.workspace, scratch.solution);
    if (scratch.solution.report.status == ik::Status::Invalid)
        ik::solve(solver, problem, settings, scratch.workspace, scratch.solution);
    else
        scratch.solution.report.iterations += iterations;
}

}  // namespace posewright
