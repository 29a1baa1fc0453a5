#pragma once

#include "core/retarget/retarget.h"

#include <string>
#include <vector>

namespace posewright::cli {

/// What `operate retarget --report` writes: which bones move which, those without a counterpart,
/// the scale of travel, and how the figure's feet stand in the new clips. Error: its motion cannot
/// be sampled.
/// @param map  any of the motions on the character; all are of one file
/// @param before  the character without the new clips, which are the last of `after`
Result<std::string> retargetReport(const retarget::Retargeted& map, const Document& motion,
                                   const Document& before, const Document& after);

}  // namespace posewright::cli
