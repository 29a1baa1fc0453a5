#pragma once

#include "core/io/gltf/gltf_file.h"
#include "core/scene/material.h"

#include <vector>

namespace posewright::io::gltf {

/// All materials of the file by row, then the default material. Invalid parts are ignored, since
/// faults/faults.h reports them. With `outside`, pictures in separate files are loaded from beside
/// the file. A texture with texture coordinates that Mesh::uv does not have is not drawn; adds a
/// warning.
std::vector<Shared<Material>> importMaterials(const GltfFile& file, bool outside,
                                              Diagnostics& diagnostics);

}  // namespace posewright::io::gltf
