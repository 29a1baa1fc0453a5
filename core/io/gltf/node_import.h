#pragma once

#include "core/io/gltf/gltf_file.h"
#include "core/math/transform.h"

#include <string>
#include <vector>

namespace posewright::io::gltf {

/// A node as the file has it.
struct ImportedNode {
    std::string name;  ///< may be empty, or another node's, too
    int parent = -1;
    Transform rest;
    int mesh = -1;
    int skin = -1;
    int camera = -1;
    bool leaf = true;
    const Json* json = nullptr;
};

/// All nodes by row, checked: indices, one parent each, no cycle, depth, scenes that list roots,
/// transforms that are finite and can be taken apart. With `mend`, rotations are normalised.
/// Throws Trouble.
std::vector<ImportedNode> importNodes(GltfFile& file, bool mend);

/// Where a node of a file is at rest, from its matrix or its translation, rotation and scale. With
/// `mend`, the rotation is normalised. Throws Trouble.
Transform restOf(const Json& node, bool mend);

/// Rows in an order in which parents precede their children, otherwise as in the file.
std::vector<int> topologicalOrder(const std::vector<ImportedNode>& nodes);

}  // namespace posewright::io::gltf
