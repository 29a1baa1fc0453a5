#pragma once

#include "core/io/gltf/gltf_file.h"

namespace posewright::io::gltf {

/// Turns channels that point at the place, turn, size or morph weights of nodes
/// (KHR_animation_pointer) into those of glTF 2.0 that move the same. Channels that cannot be
/// turned, since another one moves the same or their values do not fit, stay as they are, and a
/// warning names them. An extension that nothing needs any more is not named by the file.
void readPointedNodes(GltfFile& file);

}  // namespace posewright::io::gltf
