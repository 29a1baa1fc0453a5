#pragma once

#include "core/ik/model/chain.h"

namespace posewright::ik {

/// The pass of `triangulation` itself, on a chain whose target (relative to the root [m]) is in
/// reach.
void triangulate(const Problem&, Chain&, const Vec3& target);

}  // namespace posewright::ik
