#pragma once

#include "core/io/gltf/gltf_writer.h"

#include <filesystem>

namespace posewright::io::gltf {

/// Saves a .gltf with its binary beside it. The binary has a hash of its content in its name, so
/// that the pair changes together or not at all; the old file stays as `path~` with its own binary.
/// Leftovers of a process that ended in the middle are removed by the next sweepTemporaries.
/// `written` gets the name of the binary. Error kind Machine: as saveWithBackup, or the pair does
/// not read back as its document.
Result<void> savePair(Written& written, const std::filesystem::path& path);

}  // namespace posewright::io::gltf
