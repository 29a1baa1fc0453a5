#pragma once

#include "core/ik/model/limited_tree.h"

namespace posewright::ik {

/// Which form of the four-angle cone clamps.
enum class ConeForm { Spherical, Paper };

/// What one joint is drawn to in an iteration.
struct LimitedWish {
    Vec3 position = Vec3::Zero();  ///< [m]
    Quat rotation = Quat::Identity();
    Vec3 positions = Vec3::Zero();  ///< scratch: weighted sums over the joints below
    Vec4 rotations = Vec4::Zero();
    double weight = 0;
};

/// One full iteration of FABRIK on a tree whose joints carry their orientation with them: each is
/// clamped in both stages, relative to the joint above or below that was placed before it
/// (Aristidou & Lasenby, FABRIK, 2011, section 4.3; clamping in one stage only leaves more targets
/// unsolved). A hinge turns in its plane. A joint with several below it goes to the weighted mean
/// of what they want. Leaves the tree's state inside the limits; call place() for the errors.
/// `afterInwards`, where it is given, is called between the stages, with the points in the wishes.
void reachUnderLimits(const Problem&, LimitedTree&, std::vector<LimitedWish>&, ConeForm,
                      const std::function<void()>* afterInwards = nullptr);

}  // namespace posewright::ik
