#pragma once

#include "core/evaluate/evaluate.h"

namespace posewright::ui {

/// Easing that leaves less than this share of the chain's length between effector and target cannot
/// be seen: it counts as reached wherever the timeline and the words about it warn.
inline constexpr double kUnseenEasing = 1e-4;

/// The status of a target as far as a person can tell.
/// @param doc what was evaluated
ik::Status seenStatus(const Document& doc, const TargetStatus& status);

/// The worst of a frame, seen that way.
ik::Status worstSeen(const Document& doc, const Evaluation& evaluation);

}  // namespace posewright::ui
