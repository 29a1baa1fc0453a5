#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace posewright::io {

/// All bytes of a file that `file` names by a relative path with slashes, and which lies in its
/// folder or below it. Error: the name is not of that kind, leads elsewhere (by links, too), is
/// `file` itself, is no regular file or cannot be read, or is larger than `most` bytes.
Result<std::string> readBeside(const std::filesystem::path& file, const std::string& relative,
                               std::uintmax_t most);

}  // namespace posewright::io
