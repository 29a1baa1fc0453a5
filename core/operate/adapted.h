#pragma once

#include "core/operate/near_key.h"

namespace posewright::operate {

/// Edits as they are meant on the motion that is there: targets act around their keys (near_key.h),
/// limbs leave contacts from where they stood (keys/contact_ends.h), straight arms and legs bend as
/// a body does (keys/first_bend.h), and keys on dense motion go to a layer (dense_key.h).
/// @param before  the document that the edits are for
Edits adapted(const Document& before, const Edits& edits, const ActsNear& acts,
              const edit::Context& context);

}  // namespace posewright::operate
