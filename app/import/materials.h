#pragma once

#include "core/io/gltf/buffer_builder.h"

#include <assimp/scene.h>
#include <string>
#include <vector>

namespace posewright::import {

/// The materials of a scene, with the textures that lie in the file. Those that lie beside it are
/// named in a warning: this program opens no file.
void writeMaterials(const aiScene& scene, io::gltf::Json& json, io::gltf::BufferBuilder& buffers,
                    std::vector<std::string>& warnings);

}  // namespace posewright::import
