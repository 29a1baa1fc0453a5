#pragma once

#include "core/evaluate/group_problem.h"

/// The status of each target at a frame. Internal to core/evaluate.
namespace posewright {

/// A target counts as reached within this share of its chain's length and this angle [rad].
constexpr double kStatusTolerance = 1e-6;

/// How far a pose is from a target.
struct Miss {
    double position = 0;  ///< [m] 0 for an aim
    double turn = 0;      ///< [rad] of the orientation or the aim; 0 if neither is asked for
};

/// For the pose in `world`, one per node. The other joint of a loop is taken from that pose, too.
Miss missOf(const Group& group, const Link& link, const LinkState& state,
            const std::vector<WorldTransform>& world);

/// The distance at which a target counts as reached: the tolerance plus what rounding can cause.
/// [m]
double reachedWithin(const GroupProblem& asked, const Link& link, std::size_t goal,
                     const Vec3& place, const Vec3& effector, bool rootMoves);

/// What the status of a target at a frame is derived from.
struct TargetCase {
    Miss shown;  ///< of the pose that is shown
    /// Of the pose as solved, before blending, easing and influence: a miss here is not intended.
    Miss solved;
    ik::GoalReport said;    ///< the solver's report on that pose
    double tolerance = 0;   ///< [m]
    bool smoothed = false;  ///< the solved pose is part of a trajectory
    bool folded = false;  ///< the target is near the tightest fold rather than near full extension
    std::string_view holder;  ///< name of another target whose influence or blend moves its joints
};

/// Sets status and reason. Reached: the pose shown meets the target. Softened: it would, but for an
/// ease, a blend or an influence, which the reason names. Otherwise the status is the solver's, or
/// Stalled if nothing explains the miss.
void judge(const TargetCase& found, const LinkState& state, TargetStatus& status);

/// Adds to the reason of a miss that its span fades, which keeps it farther off on purpose.
void nameFade(const LinkState& state, TargetStatus& status);

/// A sentence about which limit keeps a goal from being met.
std::string limitReason(const Prepared& prepared, const Group& group, const Link& link,
                        const ik::Report& report);

/// A sentence about how far a chain that cannot reach its target ends from it.
std::string reachReason(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                        const Link& link, const ik::Goal& goal, const Vec3& root);

}  // namespace posewright
