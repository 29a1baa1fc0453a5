#pragma once

#include "core/io/gltf/gltf_file.h"
#include "core/scene/material.h"

#include <vector>

namespace posewright::io::gltf {

/// All materials of the file by row, then the default material. Invalid parts are ignored, since
/// faults/faults.h reports them. With `outside`, pictures in separate files are loaded from beside
/// the file.
std::vector<Shared<Material>> importMaterials(const GltfFile& file, bool outside);

}  // namespace posewright::io::gltf
