#include "core/ik/model/goal_joints.h"

namespace posewright::ik {

bool turns(const Problem& problem, const Goal& goal, JointIndex joint)
{
    bool found = false;
    forTurned(problem, goal, [&](JointIndex j) { found |= j == joint; });
    return found && (joint != goal.effector || goal.turnsEffector());
}

bool shareJoint(const Problem& problem, const Goal& a, const Goal& b)
{
    if (problem.rootMoves && a.root == 0 && b.root == 0) return true;
    bool shared = false;
    forTurned(problem, a,
              [&](JointIndex j) { shared |= turns(problem, a, j) && turns(problem, b, j); });
    return shared;
}

bool slides(const Problem& problem, const Goal& goal)
{
    bool found = isPrismatic(problem.joints[goal.root]);
    forTurned(problem, goal, [&](JointIndex j) { found |= isPrismatic(problem.joints[j]); });
    return found;
}

}  // namespace posewright::ik
