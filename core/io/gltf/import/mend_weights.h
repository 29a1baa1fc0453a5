#pragma once

#include "core/io/gltf/gltf_file.h"

namespace posewright::io::gltf {

/// Repairs the bytes of a foreign file, so that what is copied from it is valid, and reports it:
/// vertex weights that do not add up to 1 to the last bits of their type, and joints with zero
/// weight.
void mendWeights(GltfFile& file);

}  // namespace posewright::io::gltf
