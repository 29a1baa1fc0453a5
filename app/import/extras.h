#pragma once

#include "core/io/gltf/buffer_builder.h"

#include <assimp/scene.h>

namespace posewright::import {

/// What people added to a node, such as custom properties, as an object for glTF's `extras`; null:
/// there is nothing. Properties that any FBX node may have are not among it.
/// @param sight  a camera or light: the same for its properties
io::gltf::Json extrasOf(const aiNode& node, bool sight);

}  // namespace posewright::import
