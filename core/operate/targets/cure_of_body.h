#pragma once

#include "core/operate/targets/cure_case.h"

namespace posewright::operate {

/// The body goes along with a limb that does not reach, and is where it was before and after the
/// miss, but for a fade. Internal to this folder.
std::optional<Remedy> bodyRemedy(const CureCase& of);

}  // namespace posewright::operate
