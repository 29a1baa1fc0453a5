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

/// A warning that names the bones whose held keys lie between the frames of the rate that is asked
/// for, and by how much their jumps are late there; nullopt: none do, or no rate is asked for.
/// @param zero  [frame] at the file's time 0
std::optional<Diagnostic> heldMadeLate(const Document& doc, int clip, const Options& options,
                                       double zero);

}  // namespace posewright::exports
