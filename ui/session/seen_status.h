#pragma once

#include "core/evaluate/evaluate.h"

namespace posewright::ui {

/// If easing leaves less than this share of the chain's length between effector and target, it
/// cannot be seen, and the timeline and messages treat the target as reached.
inline constexpr double kUnseenEasing = 1e-4;

/// The status of a target by that rule.
/// @param doc the evaluated document
ik::Status seenStatus(const Document& doc, const TargetStatus& status);

/// The most serious of a frame by that rule.
ik::Status worstSeen(const Document& doc, const Evaluation& evaluation);

}  // namespace posewright::ui
