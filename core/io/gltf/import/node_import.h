#pragma once

#include "core/io/gltf/gltf_file.h"
#include "core/math/transform.h"

#include <string>
#include <vector>

namespace posewright::io::gltf {

/// A node as in the file.
struct ImportedNode {
    std::string name;  ///< may be empty or not unique
    int parent = -1;
    Transform rest;
    int mesh = -1;
    int skin = -1;
    int camera = -1;
    bool leaf = true;
    const Json* json = nullptr;
};

/// All nodes by row. Checks indices, single parents, cycles, depth, that scenes list roots, and
/// that transforms are finite and can be decomposed. With `mend`, rotations are normalised. Throws
/// Trouble.
std::vector<ImportedNode> importNodes(GltfFile& file, bool mend);

/// The rest transform of a node, from its matrix or its translation, rotation and scale. With
/// `mend`, the rotation is normalised. Throws Trouble.
Transform restOf(const Json& node, bool mend);

/// Rows in an order in which parents precede their children, otherwise as in the file.
std::vector<int> topologicalOrder(const std::vector<ImportedNode>& nodes);

}  // namespace posewright::io::gltf
