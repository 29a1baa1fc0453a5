#pragma once

#include "core/io/gltf/gltf_file.h"

/// Locating the project in a file.
namespace posewright::io::gltf {

/// The extension of the file or of a node; null: it has none.
const Json* extensionOf(const Json& object);

/// The bytes that keys refer to; empty if another program dropped them.
std::string_view keyData(const GltfFile& file, const Json& extension);

}  // namespace posewright::io::gltf
