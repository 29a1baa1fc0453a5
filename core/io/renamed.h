#pragma once

#include "core/base/result.h"

#include <string>
#include <utility>
#include <vector>

namespace posewright::io {

/// The first of these names, quoted: `: "a", "b", ...`.
std::string listedNames(const std::vector<std::string>& names);

/// Names, each with what is written in its place.
using Renamed = std::vector<std::pair<std::string, std::string>>;

/// The warning that these names are written with others in their place: see safeNames.
/// @pre there are some
Diagnostic toldOfRenamed(const std::vector<std::string>& names);
Diagnostic toldOfRenamed(const Renamed& names);

}  // namespace posewright::io
