#pragma once

#include "core/io/gltf/gltf_file.h"

#include <string>

namespace posewright::io::gltf {

/// A hash of the standard animation and rest pose as any program would read them, to detect changes
/// by other programs. Independent of order and buffer layout.
std::string motionDigest(const GltfFile& file);

}  // namespace posewright::io::gltf
