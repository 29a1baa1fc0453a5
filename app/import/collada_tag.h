#pragma once

#include <string>
#include <string_view>

namespace posewright::import {

/// The value of an attribute of the tag that begins at `tag` in a COLLADA text; empty: it has none.
std::string attributeOf(std::string_view text, std::size_t tag, std::string_view name);

}  // namespace posewright::import
