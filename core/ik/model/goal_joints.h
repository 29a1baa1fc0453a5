#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

inline bool isPrismatic(const Joint& joint)
{
    return std::holds_alternative<PrismaticLimit>(joint.limit);
}

/// Calls `visit` with each joint that a goal may turn or slide: up its chain, starting with the
/// effector if that moves, then up the chain of the joint that it meets. Joints above both are
/// visited twice.
template <class Visit>
void forTurned(const Problem& problem, const Goal& goal, Visit visit)
{
    for (JointIndex j = goal.effector;; j = problem.joints[j].parent) {
        if (j != goal.effector || goal.turnsEffector() || isPrismatic(problem.joints[j])) visit(j);
        if (j == goal.root) break;
    }
    for (JointIndex j = goal.meets(); j >= 0; j = problem.joints[j].parent) {
        visit(j);
        if (j == goal.root) break;
    }
}

/// Whether a goal is of another kind than reach. These need a Jacobian:
/// core/ik/model/limited_tree.h or core/ik/model/joint_space.h.
inline bool asksMoreThanReach(const Problem& problem)
{
    for (const Goal& goal : problem.goals)
        if (!goal.reaches()) return true;
    return false;
}

/// Whether the goal may turn a joint; its effector counts only if the goal turns it.
bool turns(const Problem&, const Goal&, JointIndex joint);
/// Whether two goals may turn one joint, or move the root.
bool shareJoint(const Problem&, const Goal& a, const Goal& b);
/// Whether a joint of the goal's chain is prismatic.
bool slides(const Problem&, const Goal&);

}  // namespace posewright::ik
