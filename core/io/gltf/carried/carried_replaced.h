#pragma once

#include "core/io/gltf/carried_form.h"

#include <cstddef>
#include <set>
#include <string>

namespace posewright::io::gltf {

/// What a file says of those of these accessors that nothing uses any more, and of views that only
/// they use, beyond their numbers: how many of each, with names, for a message. Empty: nothing, or
/// they stay, as there is no telling what else refers to them.
std::string saidOfUnused(Json& gltf, const std::set<std::size_t>& accessors);

}  // namespace posewright::io::gltf
