#pragma once

#include "core/evaluate/prepared.h"

/// What the keys of targets say about how limbs bend. Internal to core/evaluate.
namespace posewright {

/// Fills in the hints of a group whose links and key frames are known.
///
/// If several targets have a hint for one joint, the first one counts. Before its first key and
/// after its last one a target rests, and so does the bend that the key says: the borders of spans
/// there take its hint, unless another target has one for them.
void addHints(const Prepared& prepared, Group& group);

}  // namespace posewright
