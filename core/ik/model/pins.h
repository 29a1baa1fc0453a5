#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// Rewrites the goals of a problem for pins: pinned ones get ten thousand times their weight, and a
/// goal whose chain runs through a pinned effector gets that as its root, or the joint below if the
/// pin asks for an orientation.
void pin(const Problem&, std::vector<Goal>& goals);

}  // namespace posewright::ik
