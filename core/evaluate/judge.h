#pragma once

#include "core/evaluate/group_problem.h"

/// What a person should read off a frame about each target. Not for use outside core/evaluate.
namespace posewright {

/// A target counts as reached within this share of its chain's length, and this angle. [rad]
constexpr double kStatusTolerance = 1e-6;

/// How far a pose is from what a target asks of it.
struct Miss {
    double position = 0;  ///< [m] 0 of an aim
    double turn = 0;      ///< [rad] 0 where no orientation is asked
};

/// Of the pose in `world`, one per node. What a loop closes on is where that pose has it.
Miss missOf(const Group& group, const Link& link, const LinkState& state,
            const std::vector<WorldTransform>& world);

/// How near a target has to be to count as reached: the tolerance, and what rounding alone can do.
/// [m]
double reachedWithin(const GroupProblem& asked, const Link& link, std::size_t goal,
                     const Vec3& place, const Vec3& effector, bool rootMoves);

/// A target at a frame, as the judge sees it.
struct TargetCase {
    Miss shown;  ///< by the pose shown
    /// By the pose as it was solved, before anything was blended or held back: what is missed
    /// there, nobody missed on purpose.
    Miss solved;
    ik::GoalReport said;      ///< what the solver says of that pose
    double tolerance = 0;     ///< [m]
    bool smoothed = false;    ///< the frames around had their say in the solved pose
    bool folded = false;      ///< the target is near the tightest fold, rather than full stretch
    std::string_view holder;  ///< name of another target whose influence or blend moves its joints
};

/// Sets status and reason. Reached: the pose shown is there. Softened: it would be, but for an
/// ease, a blend or an influence, and the reason names which. All else is as the solver said, and
/// what nobody accounts for is Stalled.
void judge(const TargetCase& found, const LinkState& state, TargetStatus& status);

/// Which limit stands in the way of a goal, as a sentence.
std::string limitReason(const Prepared& prepared, const Group& group, const Link& link,
                        const ik::Report& report);

/// How far from its target a chain ends that cannot reach it, as a sentence.
std::string reachReason(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                        const Link& link, const ik::Goal& goal, const Vec3& root);

}  // namespace posewright
