#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// Lengthens the chains of goals that may stretch, all bones of one by one factor, so that the
/// effector comes as near to its goal as that can bring it. The pose keeps its shape: what a soft
/// reach holds back is what the bones make up for.
void stretch(const Problem&, Workspace&, Solution&);

}  // namespace posewright::ik
