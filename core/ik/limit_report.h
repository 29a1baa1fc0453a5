#pragma once

#include "core/ik/solver.h"

/// What `solve` does about limits before and after each solver.
namespace posewright::ik {

/// A sentence about what makes the limit useless, after "the limit of joint 3 "; empty if nothing.
std::string_view limitFault(const Limit&);

/// Fills `turns`, one per joint: 1 for joints that a goal may turn or slide, and that have a limit.
/// Returns whether there is one. O(1) where no joint of a chain is limited, but for the walk.
bool findLimited(const Problem&, std::vector<char>& turns);

/// Brings those joints inside their limits.
void clampPose(const Problem&, std::span<const char> turns, std::vector<Quat>& rotations,
               std::vector<double>& slides);

/// Fills limitViolation and activeLimits for those joints.
void measureLimits(const Problem&, std::span<const char> turns, Solution&);

/// Whether a limit of the goal's chain can be why it was missed: a bound is touched, or a joint has
/// fewer than three ways to turn.
bool restrained(const Problem&, const Goal&, std::span<const ActiveLimit>, bool alone);

}  // namespace posewright::ik
