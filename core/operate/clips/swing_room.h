#pragma once

#include "core/operate/clips/cleaned_limb.h"

#include <vector>

/// Internal to this folder.
namespace posewright::operate {

/// Lifts a foot where it does not stand and its sole would go beneath both where it is in the
/// motion and the floor of the stances beside: the body may be lower than in the motion. What
/// stands stays. Nothing is lifted if nothing is seen of the foot. O(places * vertices of the foot)
/// @param ways  of this limb, as they will be
void keepAboveFloor(const CleanedLimb& limb, const contacts::Samples& samples,
                    std::vector<contacts::Planted>& ways);

}  // namespace posewright::operate
