#pragma once

#include "app/import/unsaid.h"

#include <assimp/scene.h>
#include <string>
#include <vector>

namespace posewright::import {

/// An assimp scene converted to GLB: metres, +Y up, facing +Z; one node per joint, skins, meshes
/// with morphs, colours and textures, cameras, lights, and every take as an animation with the keys
/// of the file.
struct Glb {
    std::string bytes;
    bool namesPictures = false;  ///< images have the names of files as the scene has them
    std::vector<std::string> warnings;
    std::vector<int> joints;  ///< rows of nodes that the file calls joints, ascending
};
/// @param unsaid  what else the file says
Glb toGlb(const aiScene& scene, const Unsaid& unsaid);

}  // namespace posewright::import
