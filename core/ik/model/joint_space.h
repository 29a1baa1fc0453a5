#pragma once

#include "core/ik/limits/limit_angles.h"
#include "core/ik/model/goal_joints.h"
#include "core/ik/solver.h"

namespace posewright::ik {

/// The joints that a group of goals may move, parametrised by numbers, with the Jacobian of the
/// effectors: the model of all Jacobian methods. A free joint has three numbers, a turn about the
/// axes of its parent's frame from where it is; a limited joint has those of limit_angles.h; a root
/// that may translate has three more. A free effector with an orientation goal is held at that
/// orientation and has no numbers.
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
        Vec3 axis = Vec3::Zero();  ///< world; direction of travel if it slides
        bool turns = true;
    };
    /// A joint that moves a goal's effector. Below a held joint only that joint's origin (`tip`)
    /// matters.
    struct Link {
        int moved = -1;
        JointIndex tip = -1;  ///< -1: the point that is met
        bool turnsEffector = true;
        bool met = false;  ///< moves the joint that is met rather than the effector
    };
    /// A goal as rows of the Jacobian: three of position [m], then three of orientation where the
    /// effector is not held, as a rotation vector times `arm`. A goal of a kind that does not
    /// arrive has three rows of its Lack instead, times unit(). All times `share`.
    struct Demand {
        int goal = -1;
        int row = 0;
        int rows = 3;
        double share = 1;  ///< square root of the weight relative to the heaviest of the group
        double arm = 1;    ///< [m] that one radian counts as
        double reach = 0;  ///< [m]
        Vec3 target = Vec3::Zero();
        Quat orientation = Quat::Identity();
        bool slides = false;  ///< moved by the root's translation
        bool arrives = true;
        bool turnOnly = false;
        JointIndex meets = -1;
        Lack lack;  ///< where it does not arrive
        int linkBegin = 0;
        int linkEnd = 0;
        /// Other goals may turn joints above its root.
        bool follows = false;
        Quat frameRotation = Quat::Identity();  ///< world: frame of its root's parent at carry()
        Vec3 framePosition = Vec3::Zero();

        /// [m] per unit of `lack`, for a goal that does not arrive: lengths and angles are then
        /// weighed alike
        double unit() const { return turnOnly ? arm : 1; }
    };
    /// The motion of a goal's parent frame since carry().
    struct FrameMotion {
        Quat rotation = Quat::Identity();
        Vec3 translation = Vec3::Zero();
        Vec3 carry(const Vec3& point) const { return rotation * point + translation; }
    };
    /// A saved state, to undo a step.
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
    bool follows = false;          ///< some demand has `follows`
    bool carried = false;          ///< their targets follow, too: between carry() and release()

    FrameMotion motionOf(const Problem&, const Demand&) const;
    int width() const { return static_cast<int>(columns.size()); }
    double* row(int r) { return jacobian.data() + static_cast<std::size_t>(r) * columns.size(); }

    /// Places the joints and fills `error`.
    void place(const Problem&);
    /// A goal pulls only at joints from its root down, although joints above its root, turned by
    /// other goals, move its effector, too. So the pulls of all goals together are not the gradient
    /// of a cost, and a descent method would stop in the wrong place. Within one step they can be:
    /// from carry() on, the target of such a goal moves with its root's parent, so that joints
    /// above the root do not change its error. release() restores the targets and places the
    /// joints. At convergence each goal is met as well as the joints that it may turn allow.
    void carry(const Problem&);
    void release(const Problem&);
    /// Fills `jacobian` for the placed pose; locked columns are zero.
    void differentiate(const Problem&);
    /// Sets the local rotation, or the travel, of a limited joint to its angles.
    void takeAngles(const Joint&, const Moved&);
    /// Moves the joints by `step`, scaled so that no joint turns by more than `most` [rad], each
    /// within its limit. Does not place. `exact`: free joints turn by exactly the step instead of
    /// by turnBy.
    void move(const Problem&, double most, bool exact = false);
    /// The displacement of the joints from a kept pose, per column; for free joints it is the last
    /// step.
    void displacement(const Pose& from, std::vector<double>& by) const;
    /// Locks the columns at a bound that `step` would push farther out; returns whether there are
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

/// A turn by the vector `by` [rad], within |by|^3 / 12 rad; cheaper than the exponential and as
/// good for the steps of an iteration. The angle is 2 atan(|by| / 2).
inline Quat turnBy(const Vec3& by)
{
    const double scale = 1 / std::sqrt(1 + 0.25 * by.squaredNorm());
    return {scale, 0.5 * scale * by.x(), 0.5 * scale * by.y(), 0.5 * scale * by.z()};
}

}  // namespace posewright::ik
