#pragma once

#include "core/io/gltf/gltf_file.h"

#include <string>

namespace posewright::io::gltf {

/// A number for the standard animation and rest pose as any program would read them, so that a
/// change by another program can be told. Independent of order and of buffer layout.
std::string motionDigest(const GltfFile& file);

}  // namespace posewright::io::gltf
