#pragma once

#include "core/document/document.h"
#include "core/export/options.h"

#include <optional>

namespace posewright::exports {

/// A warning that names the bones whose held keys become straight lines over the last written
/// frame before each change, since targets, layers, a reduction or another rate need keys of their
/// own; nullopt: none do.
/// @param clip  its row
std::optional<Diagnostic> heldMadeStraight(const Document& doc, int clip, const Options& options);

}  // namespace posewright::exports
