#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace posewright::io {

/// The first of these names, quoted: `: "a", "b", ...`.
std::string listedNames(const std::vector<std::string>& names);

/// The warning that these names are written with others in their place: see safeNames.
/// @pre there are some
Diagnostic toldOfRenamed(const std::vector<std::string>& names);

}  // namespace posewright::io
