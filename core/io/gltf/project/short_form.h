#pragma once

#include "core/io/gltf/text/json.h"

/// Most of what a project with carried data says of its bones and clips can be derived from the
/// rest of the file. It is left out on disk, so that saving does not enlarge a file. Only the bytes
/// on disk are shortened: checksums are those of the full form. docs/file-format.md, "What is left
/// out".
namespace posewright::io::gltf {

/// The version of a shortened project of the version before. Newer versions are always shortened
/// and have one number.
inline constexpr int kShortSchema = 3;

/// @param file  with a project of version 2, or newer than kShortSchema
void shorten(Json& file);

/// Restores what `shorten` left out; does nothing to other versions and other files. Never throws:
/// invalid data stays, to be refused by its reader.
void lengthen(Json& file) noexcept;

}  // namespace posewright::io::gltf
