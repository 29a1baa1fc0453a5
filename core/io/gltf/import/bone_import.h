#pragma once

#include "core/io/gltf/import/animation_import.h"
#include "core/io/gltf/import/mesh_import.h"
#include "core/io/gltf/import/node_import.h"

#include <vector>

namespace posewright::io::gltf {

/// Which nodes of a file are bones, by their rows.
struct FoundBones {
    std::vector<bool> bone;
    std::vector<bool> end;  ///< marks the tip of the bone above it, and is no node
    std::vector<int> tip;   ///< of bones: the row of that mark; -1: none
};

/// glTF says of the joints of skins alone that they are bones. Without skins they are guessed from
/// what is animated, and without animations and meshes from the depth of the tree.
/// @param joints  rows of nodes that are bones by what is known otherwise; then nothing is guessed
FoundBones findBones(const std::vector<ImportedNode>& nodes, const std::vector<ImportedSkin>& skins,
                     const std::vector<std::vector<ImportedChannel>>& animations, bool meshes,
                     const std::vector<int>& joints);

}  // namespace posewright::io::gltf
