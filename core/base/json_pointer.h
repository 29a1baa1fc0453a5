#pragma once

#include <string>
#include <string_view>

namespace posewright {

/// A name, escaped to be one step of a JSON pointer (RFC 6901, section 3).
std::string pointerStep(std::string_view name);

}  // namespace posewright
