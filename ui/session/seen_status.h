#pragma once

#include "core/evaluate/evaluate.h"

namespace posewright::ui {

/// How a target looks: one that eases by less than can be seen (core/evaluate/small_miss.h) as
/// reached, and one that misses by less than that as one that eases. Words are about its own
/// status.
/// @param doc the evaluated document
ik::Status seenStatus(const Document& doc, const TargetStatus& status);

/// The most serious of a frame, by that rule.
ik::Status worstSeen(const Document& doc, const Evaluation& evaluation);

}  // namespace posewright::ui
