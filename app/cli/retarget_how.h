#pragma once

#include "app/cli/retarget_each.h"
#include "core/retarget/retarget.h"

namespace posewright::cli {

/// How the options of `retarget` ask for a motion to be retargeted, but for the figures. Error: a
/// word or number that an option does not have.
Result<retarget::Options> howTo(const RetargetOptions& from);

}  // namespace posewright::cli
