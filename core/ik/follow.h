#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// The outcome at one frame of a moving goal.
struct FollowedFrame {
    Status status = Status::Invalid;
    int iterations = 0;
    double error = 0;  ///< from the effector to the target as given, before easing [m]
};

/// The result of `follow`. Reuse it: its memory is kept from call to call.
struct FollowResult {
    std::vector<JointIndex>
        joints;  ///< those that turn: from the goal's root down, without its effector
    std::vector<Quat> rotations;        ///< local; joints.size() of them for each frame
    std::vector<FollowedFrame> frames;  ///< one per target
    std::string message;                ///< a sentence if nothing could be solved
    Solution first;                     ///< of the first frame, with its whole report

    std::span<const Quat> pose(std::size_t frame) const
    {
        return std::span(rotations).subspan(frame * joints.size(), joints.size());
    }
};

/// Solves one goal that moves: `targets` are its positions, frame after frame, and each frame
/// starts from the pose of the one before, the first from the problem's. Each frame equals what
/// `solve` gives from that start, up to rounding, but the chain is read only once. A frame depends
/// on all targets before it: to keep poses a function of document and frame, always solve a span
/// from its beginning.
///
/// `gauss-newton`, `fabrik`, `fabrik-textbook` and `dls` support this, for a position goal on
/// joints without limits. Other solvers and goals are refused with a message. A target that is not
/// a number makes its frame Invalid, and the next frame starts where that one did. Observers are
/// not called. Nothing is allocated once `out` and the workspace are warm.
///
/// For sequences of targets outside of documents: crowds, measured motion, previews. The trajectory
/// solve (trajectory.h) does not use it: there each frame begins at its own base pose.
void follow(const Solver&, const Problem&, std::span<const Vec3> targets, const Settings&,
            Workspace&, FollowResult& out);

}  // namespace posewright::ik
