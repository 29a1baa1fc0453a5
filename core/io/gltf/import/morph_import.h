#pragma once

#include "core/io/gltf/gltf_file.h"
#include "core/scene/mesh.h"

#include <vector>

namespace posewright::io::gltf {

/// The number of morphs of a mesh, which glTF calls targets, as many for each primitive.
std::size_t morphCount(const Json& mesh);

/// Adds the morphs of a primitive, whose vertices start at `base`, to those of `mesh`. False: one
/// did not fit the primitive and was left out. `room`: how many more changed vertices are allowed.
/// Throws Trouble if there are more.
bool addMorphs(const GltfFile& file, const Json& primitive, std::size_t base, std::size_t vertices,
               Mesh& mesh, std::size_t& room);

/// Names as most programs write them: "targetNames" in the mesh's extras.
void nameMorphs(const Json& mesh, std::vector<Morph>& morphs);

/// The default weights of the morphs on a node: those of the node, else of the mesh, else 0 (glTF
/// 2.0, section 3.7.2.2).
std::vector<double> morphWeights(const Json& file, const Json& node);

}  // namespace posewright::io::gltf
