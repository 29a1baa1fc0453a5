#pragma once

#include "core/contacts/plant.h"
#include "core/operate/clips/body_along.h"

#include <optional>
#include <vector>

/// Ways of limbs as keys and spans of their targets. Internal to this folder.
namespace posewright::operate {

struct TargetWays {
    ConstraintId target = ConstraintId::None;
    std::vector<contacts::Planted> ways;
    bool bendsOn = false;  ///< outside its contacts the limb bends to the side as in them; else as
                           ///< its joints' keys say
};

/// @param throughout  the limbs are led at all frames: they have a key at each, and bend there as
/// their joints' keys say
std::optional<Error> putWays(Cleaner& cleaner, const std::vector<TargetWays>& all, bool throughout);

}  // namespace posewright::operate
