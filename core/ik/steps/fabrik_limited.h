#pragma once

#include "core/ik/model/limited_tree.h"

namespace posewright::ik {

/// The form of the four-angle cone to clamp to.
enum class ConeForm { Spherical, Paper };

/// Where a joint is pulled to in an iteration.
struct LimitedPull {
    Vec3 position = Vec3::Zero();  ///< [m]
    Quat rotation = Quat::Identity();
    Vec3 positions = Vec3::Zero();  ///< scratch: weighted sums over the joints below
    Vec4 rotations = Vec4::Zero();
    double weight = 0;
};

/// One full iteration of FABRIK on a tree of joints with orientations. Each joint is clamped in
/// both stages, relative to the joint placed before it (Aristidou & Lasenby, FABRIK, 2011, section
/// 4.3; clamping in one stage only leaves more targets unsolved). A hinge turns in its plane. A
/// joint with several children goes to the weighted mean of where they pull it. Leaves the tree's
/// state inside the limits; call place() for the errors. `afterInwards`, if given, is called
/// between the stages, when the pulls hold the points.
void reachUnderLimits(const Problem&, LimitedTree&, std::vector<LimitedPull>&, ConeForm,
                      const std::function<void()>* afterInwards = nullptr);

}  // namespace posewright::ik
