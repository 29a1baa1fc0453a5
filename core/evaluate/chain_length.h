#pragma once

#include "core/document/document.h"

namespace posewright {

/// World length of a constraint's chain in the rest pose, from root to effector; 0 for a single
/// bone. O(depth^2) [m]
double chainLength(const Scene& scene, const Constraint& constraint);

}  // namespace posewright
