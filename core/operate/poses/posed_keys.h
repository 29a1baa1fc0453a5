#pragma once

#include "core/operate/operate.h"

#include <functional>

namespace posewright::operate {

/// The edits that key a figure as in `pose`, where that differs from what is shown: rotations and
/// translations of joints; where a target acts, the target instead, as its limb is in the pose.
/// @param kept  whether targets with this effector stay where they are; empty: none do
Edits posedKeys(const Document& doc, const Evaluation& shown, const Evaluation& pose, double frame,
                const std::function<bool(NodeIndex effector)>& kept = {});

}  // namespace posewright::operate
