#pragma once

#include "core/io/gltf/gltf_writer.h"

#include <filesystem>

namespace posewright::io::gltf {

/// Saves a .gltf with its binary beside it, which bears a hash of its content in its name, so that
/// the two change together or not at all; the file of before stays as `path~` with its own binary.
/// What a process that ends in the middle leaves, the next sweep of temporary files takes away.
/// `written` gets the name of the binary. Error kind Machine: as saveWithBackup, or the two read
/// back are not its document.
Result<void> savePair(Written& written, const std::filesystem::path& path);

}  // namespace posewright::io::gltf
