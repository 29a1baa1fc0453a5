#pragma once

#include "core/operate/targets/cure_case.h"

namespace posewright::operate {

/// The body comes down where legs are too short for their places, over all frames around that miss:
/// as little as lets all of them reach, eased. Internal to this folder.
std::optional<Remedy> loweredBody(const CureCase& of);

}  // namespace posewright::operate
