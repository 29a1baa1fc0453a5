#pragma once

#include <assimp/scene.h>
#include <string>
#include <vector>

namespace posewright::import {

/// An assimp scene converted to GLB: metres, +Y up, facing +Z; one node per joint, skins, meshes
/// with colours and textures, and every take as an animation with the keys of the file.
struct Glb {
    std::string bytes;
    std::vector<std::string> warnings;
};
Glb toGlb(const aiScene& scene);

}  // namespace posewright::import
