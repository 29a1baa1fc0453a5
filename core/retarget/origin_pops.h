#pragma once

#include "core/evaluate/motion_faults.h"

#include <optional>

namespace posewright::retarget {

/// Is a pop of a clip that was brought in in its motion, too? True if the bones there with the
/// joint's role turn by at least half as much, together, from the one frame to the other, and by
/// twice as much as in the steps beside. Nullopt:
/// the active clip was not brought in, its keys were moved since, or no bone there has that role.
/// O(log keys)
std::optional<bool> isOfOrigin(const Document& doc, const Pop& pop);

}  // namespace posewright::retarget
