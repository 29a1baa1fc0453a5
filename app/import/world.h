#pragma once

#include <array>
#include <assimp/scene.h>

namespace posewright::import {

/// The file's unit in metres, and its orientation relative to +Y up and +Z forwards. assimp reports
/// both and applies neither.
struct World {
    double metres = 1;
    aiMatrix3x3 turn;  ///< from the file's axes to ours
};
World worldOf(const aiScene& scene);

/// Scales, then turns, then moves. assimp's own constructor turns before it scales.
aiMatrix4x4 composed(const aiVector3D& scale, const aiQuaternion& turn, const aiVector3D& place);

/// A decomposed transform; the rotation is x, y, z, w.
struct Decomposed {
    std::array<float, 3> translation{0, 0, 0};
    std::array<float, 4> rotation{0, 0, 0, 1};
    std::array<float, 3> scale{1, 1, 1};
    bool sheared = false;
};
Decomposed decomposed(const aiMatrix4x4& matrix);

/// Converted to metres; turned only if `top`, since children follow.
Decomposed inWorld(const World& world, Decomposed local, bool top);

}  // namespace posewright::import
