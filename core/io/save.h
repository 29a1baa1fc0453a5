#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::io {

/// One file of a save: where, and all of its bytes.
struct FileContent {
    std::filesystem::path path;
    std::string bytes;
};

/// Writes a file whole or leaves it as it was: temporary file in the same folder, write, fsync,
/// close, rename, fsync of the folder; every step checked. Symbolic links are followed, permissions
/// are kept. Error kind Machine with the system's words.
Result<void> writeWhole(const std::filesystem::path& path, std::string_view bytes);

/// As writeWhole, and the file of before becomes `path~` once the new one is in its place: a save
/// that fails leaves both as they were.
Result<void> saveWithBackup(const std::filesystem::path& path, std::string_view bytes);

/// All bytes of a regular file. Error: not there, no permission, not a regular file, larger than
/// `most` bytes.
Result<std::string> readWhole(const std::filesystem::path& path,
                              std::uintmax_t most = std::uintmax_t{4} << 30);

}  // namespace posewright::io
