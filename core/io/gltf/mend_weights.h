#pragma once

#include "core/io/gltf/gltf_file.h"

namespace posewright::io::gltf {

/// Mends in the bytes of a foreign file the weights of vertices that do not add up to 1 to the last
/// bits of their type, and the joints that hold nothing, so that what is copied from it is valid,
/// and says so.
void mendWeights(GltfFile& file);

}  // namespace posewright::io::gltf
