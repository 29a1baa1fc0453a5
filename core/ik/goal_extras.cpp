#include "core/ik/goal_extras.h"

#include "core/ik/workspace.h"

#include <algorithm>

namespace posewright::ik {
namespace {

constexpr double kPinned = 1e4;  // times the weight of others

// The joint of a goal's chain that another goal pins, the lowest one; its root where none is.
JointIndex pinnedRoot(const Problem& problem, const Goal& goal)
{
    for (JointIndex j = goal.effector; j != goal.root;) {
        const JointIndex below = j;
        j = problem.joints[j].parent;
        for (const Goal& other : problem.goals)
            if (other.pinned && other.effector == j && other.root < j && !looksOrMeets(other))
                return other.orientation ? below : j;
    }
    return goal.root;
}

}  // namespace

void pin(const Problem& problem, std::vector<Goal>& goals)
{
    goals.assign(problem.goals.begin(), problem.goals.end());
    for (Goal& goal : goals) {
        if (goal.meets < 0) goal.root = pinnedRoot(problem, goal);
        if (goal.pinned) goal.weight *= kPinned;
    }
}

double stretchFactor(const Vec3& root, const Vec3& tip, const Vec3& target, double most)
{
    const Vec3 chord = tip - root;
    const double square = chord.squaredNorm();
    if (!(square > 0)) return 1;
    return std::clamp((target - root).dot(chord) / square, 1.0, 1 + most);
}

void stretch(const Problem& problem, Workspace& workspace, Solution& out)
{
    if (std::ranges::none_of(problem.goals, [](const Goal& goal) { return goal.stretch > 0; }))
        return;
    out.stretches.assign(problem.joints.size(), 1.0);
    forwardKinematics(problem, out.rotations, out.rootPosition, workspace.positions,
                      workspace.worldRotations, out.slides);
    for (const Goal& goal : problem.goals) {
        if (!(goal.stretch > 0) || (problem.rootMoves && goal.root == 0)) continue;
        const double factor =
            stretchFactor(workspace.positions[goal.root], workspace.positions[goal.effector],
                          goal.position, goal.stretch);
        for (JointIndex j = goal.effector; j != goal.root; j = problem.joints[j].parent)
            out.stretches[j] = factor;
    }
}

}  // namespace posewright::ik
