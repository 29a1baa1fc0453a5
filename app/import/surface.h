#pragma once

#include <array>
#include <assimp/scene.h>

namespace posewright::import {

/// The numbers of a material, as glTF has them.
struct Surface {
    std::array<float, 3> base{0.8F, 0.8F, 0.8F};
    float opacity = 1;
    float metallic = 0;
    float roughness = 1;
    std::array<float, 3> emission{0, 0, 0};  ///< not limited to 1
};

/// From assimp's own keys, and from the properties of Maya's and 3ds Max' physical materials that
/// it passes on without a meaning. Else from a shininess: by Blender's rule in its files, in others
/// by that of Blinn-Phong lobes. @param byBlender  Blender wrote the file
Surface surfaceOf(const aiMaterial& material, bool byBlender);

}  // namespace posewright::import
