#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// Lengthens the chains of goals that may stretch, all bones of a chain by one factor, so that the
/// effector comes as near to its goal as possible. Rotations do not change: the stretch makes up
/// for what soft reach holds back, too.
void stretch(const Problem&, Workspace&, Solution&);

}  // namespace posewright::ik
