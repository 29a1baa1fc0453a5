#include "core/ik/model/pins.h"

#include "core/ik/model/goal_joints.h"

namespace posewright::ik {
namespace {

constexpr double kPinned = 1e4;  // relative to the other goals' weights

// The lowest joint of a goal's chain that another goal pins; its root if there is none.
JointIndex pinnedRoot(const Problem& problem, const Goal& goal)
{
    for (JointIndex j = goal.effector; j != goal.root;) {
        const JointIndex below = j;
        j = problem.joints[j].parent;
        for (const Goal& other : problem.goals)
            if (other.pinned && other.effector == j && other.root < j && other.reaches())
                return other.orientation ? below : j;
    }
    return goal.root;
}

}  // namespace

void pin(const Problem& problem, std::vector<Goal>& goals)
{
    goals.assign(problem.goals.begin(), problem.goals.end());
    for (Goal& goal : goals) {
        if (goal.meets() < 0) goal.root = pinnedRoot(problem, goal);
        if (goal.pinned) goal.weight *= kPinned;
    }
}

}  // namespace posewright::ik
