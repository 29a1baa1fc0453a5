#pragma once

#include "core/ik/limits/limit_angles.h"
#include "core/ik/model/goal_joints.h"
#include "core/ik/model/kind_error.h"

namespace posewright::ik {

/// The joints that a group of goals may move, by the numbers that their limits leave them, and how
/// those numbers move the effectors: what every method that follows a Jacobian works on. A free
/// joint has three numbers, a turn about the axes of the frame that it hangs in, counted from where
/// it is; a limited joint has those of limit_angles.h; a root that may translate has three more.
/// A free effector with an orientation of its own is held at it and has no number.
struct JointSpace {
    struct Moved {
        JointIndex joint = -1;
        int first = 0;  ///< its first column
        int count = 0;  ///< its columns
        bool free = false;
        bool held = false;
        Quat orientation = Quat::Identity();  ///< world, where held
        Angles angles{};                      ///< where neither free nor held
    };
    struct Column {
        Vec3 axis = Vec3::Zero();  ///< world; of a travel its direction
        bool turns = true;
    };
    /// That a joint moves a goal's effector. What hangs below a held joint is moved by that joint's
    /// origin only: `tip`.
    struct Link {
        int moved = -1;
        JointIndex tip = -1;  ///< -1: the point that is met
        bool turnsEffector = true;
        bool met = false;  ///< moves the joint that the effector is to meet
    };
    /// A goal as rows of the Jacobian: three of position [m], then three of orientation where the
    /// effector is not held, as a rotation vector times `arm`. What is turnOnly has three of those
    /// alone. All times `share`.
    struct Demand {
        int goal = -1;
        int row = 0;
        int rows = 3;
        double share = 1;  ///< square root of the weight; the heaviest of the group has 1
        double arm = 1;    ///< [m] that one radian counts as
        double reach = 0;  ///< [m]
        Vec3 target = Vec3::Zero();
        Quat orientation = Quat::Identity();
        bool slides = false;  ///< moved by the root's translation
        bool turnOnly = false;
        JointIndex meets = -1;
        TurnError lack;  ///< where turnOnly
        int linkBegin = 0;
        int linkEnd = 0;
        /// Other goals may turn joints above its root, and it follows.
        bool follows = false;
        Quat frameRotation = Quat::Identity();  ///< world: what its root hung in at carry()
        Vec3 framePosition = Vec3::Zero();
    };
    /// How what a goal asks for has moved since carry().
    struct FrameMotion {
        Quat rotation = Quat::Identity();
        Vec3 translation = Vec3::Zero();
        Vec3 carry(const Vec3& point) const { return rotation * point + translation; }
    };
    /// What a step changes, to come back to.
    struct Pose {
        std::vector<Quat> local;  ///< per moved joint
        std::vector<Angles> angles;
        Vec3 root = Vec3::Zero();
    };

    std::vector<Moved> moved;  ///< parents first
    std::vector<Column> columns;
    std::vector<Demand> demands;
    std::vector<Link> links;
    int rows = 0;
    bool slides = false;            ///< the root translates: the last three columns
    double slideScale = 1;          ///< [m] per unit of those columns
    double size = 1;                ///< longest reach, or 1 where there is none [m]
    Vec3 root = Vec3::Zero();       ///< Solution::rootPosition
    std::vector<JointIndex> order;  ///< joints to place, parents first
    std::vector<Quat> local;        ///< per joint, as the two below
    std::vector<Vec3> positions;
    std::vector<Quat> world;
    std::vector<double> travel;  ///< per joint [m]; empty where no joint is prismatic
    std::vector<int> rowOf;      ///< scratch: per joint, its row of `moved`, or -1

    std::vector<double> error;     ///< rows
    std::vector<double> jacobian;  ///< rows x columns, row after row: row r is one run of memory
    std::vector<double> step;      ///< columns
    std::vector<char> locked;      ///< per column: at its bound, and pushed against it
    bool follows = false;          ///< some demand does
    bool carried = false;          ///< the targets of such goals follow, too: carry()

    FrameMotion motionOf(const Problem&, const Demand&) const;
    int width() const { return static_cast<int>(columns.size()); }
    double* row(int r) { return jacobian.data() + static_cast<std::size_t>(r) * columns.size(); }

    /// Places the joints and fills `error`.
    void place(const Problem&);
    /// A goal pulls at the joints from its root down only, though joints above its root, which
    /// other goals turn, move its effector as well. So the pulls of all goals are not the gradient
    /// of any one cost, and a method that descends a cost would stop in the wrong place. Within one
    /// step there is such a cost: from carry() on, the target of such a goal moves with the frame
    /// that its root hangs in. Joints above the root then do not change its error, and the gradient
    /// of the summed cost is what the goals pull at. release() puts the targets back and places;
    /// the next step has a cost of its own. Where this comes to rest, each goal is met as well as
    /// the joints that it may turn allow.
    void carry(const Problem&);
    void release(const Problem&);
    /// Fills `jacobian` for the pose placed; locked columns are zero.
    void differentiate(const Problem&);
    /// Sets the local rotation, or the travel, of a limited joint to its angles.
    void takeAngles(const Joint&, const Moved&);
    /// Moves the joints by `step`, cut so that no joint turns by more than `most` [rad], and each
    /// inside its limit. Does not place. `exact`: free joints turn by just the step, not by turnBy.
    void move(const Problem&, double most, bool exact = false);
    /// How far the joints are from a pose that was kept, column by column; those of free joints are
    /// the last step.
    void displacement(const Pose& from, std::vector<double>& by) const;
    /// Marks the columns at a bound that `step` would push farther out; returns whether there are
    /// new ones.
    bool lock(const Problem&);
    /// Root of the sum of weighted squared errors. [m]
    double distance() const;
    bool met(const Problem&, const Settings&) const;

    void keep(Pose&) const;
    void restore(const Pose&);
};

/// Sets the space to the pose in `out`, each joint inside its limit, placed.
void extractJointSpace(const Problem&, std::span<const int> group, const Solution& out,
                       JointSpace&);

/// Writes rotations, travels and the root's position.
void writePose(const JointSpace&, Solution& out);

/// A turn by the vector `by` [rad], exact to third order; cheaper than the exponential and
/// as good where turns are steps of an iteration. The angle is 2 atan(|by| / 2).
inline Quat turnBy(const Vec3& by)
{
    const double scale = 1 / std::sqrt(1 + 0.25 * by.squaredNorm());
    return {scale, 0.5 * scale * by.x(), 0.5 * scale * by.y(), 0.5 * scale * by.z()};
}

}  // namespace posewright::ik
