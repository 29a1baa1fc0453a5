#pragma once

#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/import/node_import.h"

#include <vector>

namespace posewright::io::gltf {

/// Reports a matrix with shear, which a node has no place for, if that moves a node or a corner of
/// a mesh by more than 1e-5 of the size of all.
void tellOfShear(GltfFile& file, const std::vector<ImportedNode>& nodes);

}  // namespace posewright::io::gltf
