#pragma once

#include "core/io/gltf/buffer_builder.h"

#include <assimp/scene.h>
#include <string>
#include <vector>

namespace posewright::import {

/// Writes the materials of a scene with embedded textures. Textures in other files are listed in a
/// warning, since this program opens no other files.
void writeMaterials(const aiScene& scene, io::gltf::Json& json, io::gltf::BufferBuilder& buffers,
                    std::vector<std::string>& warnings);

}  // namespace posewright::import
