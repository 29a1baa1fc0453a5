#pragma once

#include "core/retarget/align.h"

#include <vector>

/// Where the bones of the target have their rotations from. Inside of core/retarget.
namespace posewright::retarget {

/// How a bone of the target comes by its rotation: between two bones of the source.
struct Feed {
    NodeIndex row = kNoNode;            ///< of the target
    NodeIndex from = kNoNode;           ///< of the source
    NodeIndex to = kNoNode;             ///< of the source
    double share = 0;                   ///< of the way from the one to the other
    Quat reference = Quat::Identity();  ///< the target's rotation where the source is in its own
};

/// One for each bone of the target whose role the source has, too; sorted by row. Chains of unequal
/// count are sampled along their length, so that both ends agree.
/// @param turns as of `alignment`
std::vector<Feed> feedsOf(const Side& source, const Side& target, const std::vector<Quat>& turns);

}  // namespace posewright::retarget
