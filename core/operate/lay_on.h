#pragma once

#include "core/operate/operate.h"

#include <vector>

/// Hands and other ends of limbs that are inside boxes, laid on their sides.
namespace posewright::operate {

/// Keys of a target that lay the end of its limb on a side of the box that it is in.
struct LaidOn {
    NodeId box = NodeId::None;
    BoxSide side = BoxSide::Top;
    double away = 0;            ///< largest distance of the limb's end from where it was there [m]
    std::vector<double> keyed;  ///< [frame] ascending
    bool whole = true;  ///< false: the limb's last bone, or the limb on its way, is in a box then
    Edits edits;
};

/// The sides of the box on which the end of the limb can lie, the nearest first; those that leave
/// nothing in a box come before the others. A side counts if the target is met there, what touches
/// is within 3 mm of it for a figure of 1.7 m, and no more of the limb's end is in a box or, of a
/// box that stands on the ground, below that. Empty: no side does; no key of the target, and no
/// contact, holds the limb's end in a box around that frame.
std::vector<LaidOn> laysOn(const Document& doc, ConstraintId target, double frame,
                           const edit::Context& context);

}  // namespace posewright::operate
