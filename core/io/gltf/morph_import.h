#pragma once

#include "core/io/gltf/gltf_file.h"
#include "core/scene/mesh.h"

#include <vector>

namespace posewright::io::gltf {

/// How many morphs a mesh of a file has: glTF calls them targets, and has as many in each
/// primitive.
std::size_t morphCount(const Json& mesh);

/// Adds what the morphs of a primitive change to those of `mesh`, which begin as empty ones. Its
/// vertices start at `base`. False where one does not fit the primitive; that one is left out.
/// `room` is how many changed vertices may be added yet. Throws Trouble where it does not suffice.
bool addMorphs(const GltfFile& file, const Json& primitive, std::size_t base, std::size_t vertices,
               Mesh& mesh, std::size_t& room);

/// Names as most programs write them: "targetNames" in the mesh's extras.
void nameMorphs(const Json& mesh, std::vector<Morph>& morphs);

/// The weights of a mesh's morphs on a node where nothing animates them: those of the node, else of
/// the mesh, else 0 (glTF 2.0, section 3.7.2.2).
std::vector<double> morphWeights(const Json& file, const Json& node);

}  // namespace posewright::io::gltf
