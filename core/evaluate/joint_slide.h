#pragma once

#include "core/ik/solver.h"
#include "core/math/transform.h"

namespace posewright {

/// The position of a joint on its slide.
struct JointSlide {
    double travel = 0;  ///< [m] in the world
    double unit = 1;    ///< world length of one unit in the parent's space
};

/// Separates a prismatic joint's travel from its offset and converts its limit to world lengths.
/// Other joints are left as they are. `parent`: the world placement of the joint's parent.
JointSlide splitSlide(const Transform& rest, const Transform& local, const WorldTransform& parent,
                      ik::Joint& joint);

/// The change of a node's translation when its travel changes from `from` to `to` [m, world].
Vec3 slideBy(const Transform& rest, const PrismaticLimit& slide, double unit, double from,
             double to);

}  // namespace posewright
