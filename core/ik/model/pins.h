#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// The goals of a problem as solvers see them where some are pinned: those weigh ten thousand times
/// as much, and a goal whose chain runs through a pinned effector begins there, or below it where
/// the pin asks for an orientation.
void pin(const Problem&, std::vector<Goal>& goals);

}  // namespace posewright::ik
