#pragma once

#include <assimp/scene.h>
#include <string>
#include <vector>

namespace posewright::import {

/// A scene as assimp holds it, as GLB: metres, +Y up, facing +Z; one node a joint, skins, meshes
/// with colours and textures, and every take as an animation with the keys of the file.
struct Glb {
    std::string bytes;
    std::vector<std::string> warnings;
};
Glb toGlb(const aiScene& scene);

}  // namespace posewright::import
