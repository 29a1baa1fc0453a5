#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// A frame of a moving goal.
struct FollowedFrame {
    Status status = Status::Invalid;
    int iterations = 0;
    double error = 0;  ///< from the effector to the target as it was asked [m]
};

/// Memory is reused from call to call.
struct Followed {
    std::vector<JointIndex> joints;     ///< that turn: from the goal's root down, but its effector
    std::vector<Quat> rotations;        ///< local; joints.size() of them for each frame
    std::vector<FollowedFrame> frames;  ///< one per target
    std::string message;                ///< a sentence where nothing could be solved
    Solution first;                     ///< of the first frame, with its whole report

    std::span<const Quat> pose(std::size_t frame) const
    {
        return std::span(rotations).subspan(frame * joints.size(), joints.size());
    }
};

/// Solves one goal that moves: `targets` are its positions, frame after frame, and each frame
/// starts from the pose of the one before, the first from the problem's. What each frame gives is
/// what `solve` gives from that start, to rounding; but the chain is read once, and stays in the
/// form that the method works on. A frame's answer depends on all targets before it, so whoever
/// keeps the law that a pose depends on document and frame alone solves a span from its beginning.
///
/// `gauss-newton`, `fabrik`, `fabrik-textbook` and `dls` have this form, for a goal of position on
/// joints without limits. Other solvers and goals are refused, with a sentence. A target that is
/// not a number makes its frame Invalid, and the next starts where that did. Observers are not
/// called. Nothing is allocated once `out` and the workspace are warm.
///
/// Meant for sequences of targets outside of documents: crowds, measured motion, previews. The
/// trajectory solve (trajectory.h) does not use it: there each frame begins at its own base pose.
void follow(const Solver&, const Problem&, std::span<const Vec3> targets, const Settings&,
            Workspace&, Followed& out);

}  // namespace posewright::ik
