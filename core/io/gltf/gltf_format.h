#pragma once

#include "core/io/format.h"

#include <string>

namespace posewright::io::gltf {

/// Reads the bytes of a GLB or glTF file. `path` is for messages and for resources beside it;
/// empty: the bytes must be self-contained.
Result<Import> readBytes(std::string bytes, const std::filesystem::path& path,
                         const ReadOptions& options = {});

/// The document as one GLB, read back and compared.
Result<std::string> glbOf(const Document& doc, const WriteOptions& options = {});

}  // namespace posewright::io::gltf
