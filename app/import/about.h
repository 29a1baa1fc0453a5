#pragma once

#include "app/import/unsaid.h"
#include "core/io/gltf/buffer_builder.h"

#include <assimp/scene.h>

namespace posewright::import {

/// The `asset` of the glTF file: its `copyright`, and as `extras` what else the file says of
/// itself: author, title, program. COLLADA 1.4, element asset; FBX, SceneInfo.
io::gltf::Json aboutFile(const aiScene& scene, const Unsaid& unsaid);

}  // namespace posewright::import
