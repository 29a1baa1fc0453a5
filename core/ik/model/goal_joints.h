#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

inline bool isPrismatic(const Joint& joint)
{
    return std::holds_alternative<PrismaticLimit>(joint.limit);
}

/// Calls `visit` with each joint that a goal may turn, or slide: up its chain, the effector first
/// where it takes part, then up the chain of the joint that it meets. Joints above both come twice.
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

/// Whether there is a goal that only systems of equations serve: core/ik/model/limited_tree.h and
/// core/ik/model/joint_space.h.
inline bool looksOrMeets(const Problem& problem)
{
    for (const Goal& goal : problem.goals)
        if (!goal.reaches()) return true;
    return false;
}

/// Whether the goal may turn a joint: its effector only where that takes part.
bool turns(const Problem&, const Goal&, JointIndex joint);
/// Whether two goals may turn one joint, or move the root.
bool shareJoint(const Problem&, const Goal& a, const Goal& b);
/// Whether a joint of the goal's chain is prismatic.
bool slides(const Problem&, const Goal&);

/// The turn that brings the effector's axis onto its point, and the rates of that turn: how the
/// error falls when the effector turns, and when it moves. Unit: rad.
struct AimError {
    Vec3 turn = Vec3::Zero();     ///< rotation vector, world
    Vec3 towards = Vec3::Zero();  ///< unit, from the effector to the point; zero: it is there
    double distance = 0;          ///< [m]

    /// Of a turn by `w` about a joint, which moves the effector by `moved`. The axis itself cannot
    /// be seen to turn about the line.
    Vec3 rate(const Vec3& w, const Vec3& moved) const
    {
        if (!(distance > 0)) return Vec3::Zero();
        return w - towards * towards.dot(w) + towards.cross(moved) / distance;
    }
};
AimError aimError(const Aim&, const Vec3& at, const Vec3& position, const Quat& rotation);

}  // namespace posewright::ik
