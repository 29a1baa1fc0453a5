#pragma once

#include "core/io/gltf/json.h"

/// What a project that carries a file says of its bones and clips can mostly be seen from the rest
/// of the file: it is left out there, so that a file does not grow for being saved. Nothing but the
/// bytes on the disk knows of it: checksums are those of the whole form.
/// docs/file-format.md, "What is left out".
namespace posewright::io::gltf {

/// The version that says that something was left out of a project of the one before. What is newer
/// leaves out the same, and has one number for both.
inline constexpr int kShortSchema = 3;

/// @param file  with a project of version 2, or of a newer one than kShortSchema
void shorten(Json& file);

/// Puts back what `shorten` left out; leaves alone what is of another version, or is no such file.
/// Never throws: what is wrong stays, for its reader to refuse.
void lengthen(Json& file) noexcept;

}  // namespace posewright::io::gltf
