#pragma once

#include "core/ik/solver.h"
#include "core/math/transform.h"

namespace posewright {

/// Where a joint stands on its slide.
struct JointSlide {
    double travel = 0;  ///< [m] in the world
    double unit = 1;    ///< world lengths per length of its parent
};

/// Takes what a prismatic joint has travelled out of its offset, and says its limit in world
/// lengths. Any other joint is left as it is. `parent`: what the joint hangs on.
JointSlide splitSlide(const Transform& rest, const Transform& local, const WorldTransform& parent,
                      ik::Joint& joint);

/// How a node's translation changes where its slide goes from `from` to `to` [m].
Vec3 slideBy(const Transform& rest, const PrismaticLimit& slide, double unit, double from,
             double to);

}  // namespace posewright
