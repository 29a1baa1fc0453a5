#pragma once

#include "core/contacts/plant.h"

#include <cstddef>
#include <vector>

/// Internal to core/contacts.
namespace posewright::contacts {

/// How far a limb's end is to be lifted at each frame of a stance because what is seen of it would
/// lie lower than it does in the motion. Where the end is fixed, that is constant, and what lies
/// lower in less than a fifth of the frames does not count; where it rolls, it changes gradually to
/// that. A motion that is placed as it is shown is not lifted. [m]
/// @param first   row of the samples at which the stance begins
/// @param shown   the limb's end in the motion, one per frame of the samples
/// @param placed  where it would be without that, one per frame of the stance
/// @param fixed   one per frame of the stance: the same number 0 or higher over frames in which
/// it is fixed; -1: it rolls
/// @param rate    [frames/s]
/// @pre sole, placed.size() == fixed.size(), 1 or more
std::vector<double> settled(const LowestOf& sole, std::size_t first,
                            const std::vector<WorldTransform>& shown,
                            const std::vector<EndPlace>& placed, const std::vector<int>& fixed,
                            double rate);

}  // namespace posewright::contacts
