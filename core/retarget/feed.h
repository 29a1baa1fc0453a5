#pragma once

#include "core/retarget/align.h"

#include <vector>

/// Which bones of the source give the bones of the target their rotations. Internal to
/// core/retarget.
namespace posewright::retarget {

/// A bone of the target takes its rotation from between two bones of the source.
struct Feed {
    NodeIndex row = kNoNode;   ///< of the target
    NodeIndex from = kNoNode;  ///< of the source
    NodeIndex to = kNoNode;    ///< of the source
    double share = 0;          ///< of the way from `from` to `to`, in [0, 1]
    Quat reference =
        Quat::Identity();  ///< the target's rotation when the source is in its reference pose
};

/// One for each bone of the target whose role the source has, too; sorted by row. Chains with
/// different numbers of bones are sampled along their length; both ends match.
/// @param turns as from `alignment`
std::vector<Feed> feedsOf(const Side& source, const Side& target, const std::vector<Quat>& turns);

}  // namespace posewright::retarget
