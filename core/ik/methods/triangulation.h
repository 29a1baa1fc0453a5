#pragma once

#include "core/ik/model/chain.h"

namespace posewright::ik {

/// The single pass of `triangulation`. @pre target, relative to the root [m], is within reach
void triangulate(const Problem&, Chain&, const Vec3& target);

}  // namespace posewright::ik
