#pragma once

#include "core/ik/model/goal_joints.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/solver.h"

namespace posewright::ik {

/// A goal as rows of the system.
struct LimitedGoal {
    int goal = -1;  ///< row of Problem::goals
    int effector = -1;
    int root = -1;
    int meets = -1;  ///< the joint that the effector is to meet, or -1
    int row = 0;     ///< first row; 3 for what the kind lacks, 3 more for an orientation
    double positionScale = 1;
    double turnScale = 1;
    double tolerance = 0;  ///< of the position [m]
    double reach = 0;      ///< [m]
    int pathBegin = 0;     ///< into LimitedTree::path, effector first
    int pathEnd = 0;
    int meetsEnd = 0;            ///< from pathEnd on: the same for the joint that is met
    Lack lack;                   ///< of a kind that does not arrive
    Vec3 target = Vec3::Zero();  ///< after easing [m]
    double positionError = 0;    ///< to it [m]
    double turnError = 0;        ///< [rad]
};

/// The joints that a group of goals may turn or slide, with their limits, as numbers. Errors are
/// measured in shares of the tree's size and in radians, so that both kinds of goal weigh alike.
struct LimitedTree {
    std::vector<LimitedJoint> joints;  ///< parents first
    std::vector<LimitedState> state;
    std::vector<LimitedGoal> goals;
    std::vector<int> path;            ///< rows of joints
    std::vector<int> rowOf;           ///< per joint of the problem: its row, or -1
    Quat attach = Quat::Identity();   ///< world rotation of the frame that the top hangs in
    Vec3 topPosition = Vec3::Zero();  ///< world position of the top where it was extracted [m]
    bool slides = false;              ///< the root translates: three more numbers, the last ones
    Vec3 slide = Vec3::Zero();        ///< how far it has [m]
    double size = 1;                  ///< longest reach, or 1 [m]
    int rows = 0;
    int numbers = 0;

    /// Positions and errors for the state; fills `error` (rows). Returns the sum of its squares.
    double place(const Problem&, std::vector<double>& error);
    bool met(double turnTolerance) const;
    /// Jacobian of what `error` measures the lack of: column k begins at k * rows.
    void jacobian(const Problem&, std::vector<double>& columns) const;
};

/// Sets the tree to the pose in `out`, where the joints of the set are as it clamped them.
void extractTree(const Problem&, const LimitSet&, std::span<const int> group, const Solution& out,
                 double tolerance, LimitedTree&);

/// Writes rotations, travels and the root's position; and the states into the set, so that its
/// limits are quickly measured.
void writePose(const LimitedTree&, Solution& out, LimitSet* set = nullptr);

}  // namespace posewright::ik
