#pragma once

#include "core/evaluate/group_solve.h"

namespace posewright {

/// The pose of a group at one frame of a trajectory (core/ik/trajectory.h). The first caller solves
/// the whole trajectory while others wait; the solve is kept in the Trajectory, and by content in
/// the memo.
///
/// Its first and last frames are these frames' own solves, so that the motion before and after
/// continues without a jump. Between whole frames the offsets from the base pose are interpolated
/// by a quaternion Hermite. The weights of smoothness and of closeness to each frame's start are
/// fixed (docs/decisions/0010-frames-together.md). Targets of the group that must be met exactly
/// weigh ten thousand times as much, and a last solve from the pose that was found meets them.
class TrajectoryFrame {
public:
    TrajectoryFrame(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                    double frame, const Scratch& scratch);

    /// 0: the frame's own solve; 1: the trajectory; between: a blend of both.
    double share() const noexcept { return share_; }
    /// Why no trajectory was solved although one was asked for; empty: no fault.
    const std::string& fault() const noexcept { return fault_; }

    /// Blends the frame's own pose towards that of the trajectory, by the share.
    void show(const GroupProblem& asked, const std::vector<char>& moved, GroupPose& pose) const;
    /// Solves from the pose of show() for the targets that must be met exactly; effectors of the
    /// others stay where they are in it.
    void keepExact(const GroupProblem& asked, GroupPose& pose, Scratch& scratch);
    /// Reports on each goal in the pose; leaves the pose, stretched, in scratch.solution.
    ik::Report judge(const GroupProblem& asked, const GroupPose& pose, Scratch& scratch) const;

private:
    ik::Solution solutionOf(const GroupProblem& asked, const GroupPose& pose) const;

    const Group& group_;
    double frame_;
    double share_ = 0;
    const Trajectory* trajectory_ = nullptr;
    std::shared_ptr<const TrajectorySolve> solve_;
    std::string fault_;
    ik::Report exact_;  ///< of keepExact; without goals if there was nothing to solve
};

}  // namespace posewright
