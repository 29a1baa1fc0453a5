#pragma once

#include "core/scene/limit.h"

#include <string_view>

namespace posewright::ik {

/// A sentence about what makes the limit useless, after "the limit of joint 3 "; empty if nothing.
std::string_view limitFault(const Limit&);

}  // namespace posewright::ik
