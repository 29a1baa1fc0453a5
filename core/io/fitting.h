#pragma once

#include "core/io/format.h"

#include <filesystem>

namespace posewright::io {

/// Reads a file that is to stand beside what a document shows, upright and in the document's unit.
/// Of a file that states neither, both are guessed from its figure (guessPlacing), and diagnostics
/// say what was guessed and why; without a figure, its lengths are as written.
Result<Import> readFitting(const Document& doc, const std::filesystem::path& path,
                           ReadOptions options);

}  // namespace posewright::io
