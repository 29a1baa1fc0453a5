#pragma once

#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/import/node_import.h"
#include "core/io/gltf/project/checks.h"

namespace posewright::io::gltf {

/// The scene of a project. Rest transforms, meshes and skins are those of plain glTF; ids and data
/// that glTF lacks are in the extension of each node.
/// @param project  the root extension
/// @param nodes    of the file
/// @param damage   damaged nodes are added to it Throws Trouble.
Scene sceneFromJson(GltfFile& file, const Json& project, const std::vector<ImportedNode>& nodes,
                    Damage& damage);

}  // namespace posewright::io::gltf
