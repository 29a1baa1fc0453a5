#pragma once

#include "core/io/gltf/gltf_writer.h"
#include "core/io/gltf/picture_files.h"

#include <filesystem>
#include <vector>

namespace posewright::io::gltf {

/// Saves a .gltf with its binary and pictures beside it. These have a hash of their content in
/// their names, so that all change together or not at all, and no other file is overwritten; the
/// old file stays as `path~` with its own. Leftovers of a process that ended in the middle are
/// removed by the next sweepTemporaries. `written` gets the names.
/// Error kind Machine: as saveWithBackup, or what was saved does not read back as its document.
Result<void> savePair(Written& written, const std::vector<PictureFile>& pictures,
                      const std::filesystem::path& path);

}  // namespace posewright::io::gltf
