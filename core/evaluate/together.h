#pragma once

#include "core/evaluate/group_solve.h"

namespace posewright {

/// What the frames of a run, solved together (core/ik/trajectory.h), make of a group at one of
/// them. The first caller for a run solves it, others wait; it is kept in the run, and by content
/// in the memo.
///
/// The run's first and last frame are the frames' own solves, so that what comes before and after
/// goes on from there. Between whole frames the offsets from the base pose are interpolated by a
/// quaternion Hermite. How smooth, and how near to where a frame's own solve starts, is fixed
/// (docs/decisions/0010-frames-together.md). Targets of other kinds in the group weigh ten thousand
/// times as much, and a last solve from the pose found meets them exactly.
class Together {
public:
    Together(const Prepared& prepared, const Group& group, const GroupProblem& asked, double frame,
             const Scratch& scratch);

    /// 0: the frame is solved by itself; 1: as found; between: some of both.
    double share() const noexcept { return share_; }
    /// Why nothing was solved together, although it was asked for; empty: nothing is wrong.
    const std::string& fault() const noexcept { return fault_; }

    /// Takes a pose found for the frame by itself to that of the run, by the share.
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
    const Run* run_ = nullptr;
    std::shared_ptr<const TogetherSolve> solve_;
    std::string fault_;
    ik::Report exact_;  ///< of keepExact; no goals: it had nothing to do
};

}  // namespace posewright
