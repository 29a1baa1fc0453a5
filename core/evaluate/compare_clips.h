#pragma once

#include "core/evaluate/compare.h"

namespace posewright {

/// How a clip of one document differs from that of the same name in another one.
struct ClipDifference {
    std::string clip;
    Change change = Change::Changed;
    double rateBefore = 0;  ///< [frames/s]; 0: the clip is not there
    double rateAfter = 0;
    std::size_t keys = 0;  ///< properties whose keys differ
    PoseDifference most;   ///< of the joint that moves farthest; without a name: none moves
};

/// The clips beside the active ones, and the active ones if their rates differ. Error: cancelled.
Result<std::vector<ClipDifference>> compareClips(const Document& before, const Document& after,
                                                 const std::function<bool(double)>& progress = {});

}  // namespace posewright
