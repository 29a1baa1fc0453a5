#pragma once

#include "core/io/gltf/gltf_file.h"
#include "core/scene/scene.h"

#include <vector>

namespace posewright::io::gltf {

/// The triangles of a glTF mesh, all primitives together, and the colour of the first.
struct ImportedMesh {
    Shared<Mesh> mesh;
    std::array<float, 3> color{{0.7F, 0.7F, 0.72F}};
};

/// All meshes of the file by row. Throws Trouble. For the first `foreign` ones weights are
/// normalised, and what cannot be drawn is reported in `diagnostics`; others are read as they are.
std::vector<ImportedMesh> importMeshes(const GltfFile& file, std::size_t foreign,
                                       Diagnostics& diagnostics);

/// How many sets of four joints per vertex are read.
inline constexpr std::size_t kMostSets = 3;

/// Scales the weights of a vertex to a sum of 1; without any, it follows the first joint. Returns
/// the sum before.
float scaleToOne(std::vector<Influences>& sets, std::size_t vertex);

/// The joints (rows of nodes) and bind matrices of a skin. Throws Trouble.
struct ImportedSkin {
    std::vector<int> joints;
    std::vector<Eigen::Matrix4f> inverseBind;
};
std::vector<ImportedSkin> importSkins(const GltfFile& file, std::size_t nodes);

}  // namespace posewright::io::gltf
