#pragma once

#include "core/operate/operate.h"

#include <functional>

namespace posewright::operate {

/// The edits that key a figure as it is in `pose`, where that differs from what is shown: joints by
/// what they turn, and move; where a target acts, the target, as its limb lies in the pose.
/// @param kept  whether the targets of an effector stay where they are; empty: none do
Edits posedKeys(const Document& doc, const Evaluation& shown, const Evaluation& pose, double frame,
                const std::function<bool(NodeIndex effector)>& kept = {});

}  // namespace posewright::operate
