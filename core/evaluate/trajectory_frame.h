#pragma once

#include "core/evaluate/group_solve.h"

namespace posewright {

/// What the solve of a whole trajectory (core/ik/trajectory.h) makes of a group at one of its
/// frames. The first caller solves the trajectory, others wait; the solve is kept in it, and by
/// content in the memo.
///
/// The trajectory's first and last frame are the frames' own solves, so that what comes before and
/// after goes on from there. Between whole frames the offsets from the base pose are interpolated
/// by a quaternion Hermite. How smooth, and how near to where a frame's own solve starts, is fixed
/// (docs/decisions/0010-frames-together.md). Targets of other kinds in the group weigh ten thousand
/// times as much, and a last solve from the pose found meets them exactly.
class TrajectoryFrame {
public:
    TrajectoryFrame(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                    double frame, const Scratch& scratch);

    /// 0: the frame is solved by itself; 1: as found; between: some of both.
    double share() const noexcept { return share_; }
    /// Why no trajectory was solved, although it was asked for; empty: nothing is wrong.
    const std::string& fault() const noexcept { return fault_; }

    /// Takes a pose found for the frame by itself to that of the trajectory, by the share.
    void show(const GroupProblem& asked, const std::vector<char>& moved, GroupPose& pose) const;
    /// Solves from there for the targets that are to be met exactly, and leaves the others where
    /// they are.
    void keepExact(const GroupProblem& asked, GroupPose& pose, Scratch& scratch);
    /// Says of each goal what the pose shows; leaves the pose, stretched, in scratch.solution.
    ik::Report judge(const GroupProblem& asked, const GroupPose& pose, Scratch& scratch) const;

private:
    ik::Solution solutionOf(const GroupProblem& asked, const GroupPose& pose) const;

    const Group& group_;
    double frame_;
    double share_ = 0;
    const Trajectory* trajectory_ = nullptr;
    std::shared_ptr<const TrajectorySolve> solve_;
    std::string fault_;
    ik::Report exact_;  ///< of keepExact; no goals: it had nothing to do
};

}  // namespace posewright
