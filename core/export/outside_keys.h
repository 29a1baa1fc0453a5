#pragma once

#include "core/document/document.h"

#include <optional>

namespace posewright::exports {

/// A warning that names the keys of the active clip outside the range, which no file but a project
/// has; nullopt: there are none.
std::optional<Diagnostic> keysOutside(const Document& doc);

}  // namespace posewright::exports
