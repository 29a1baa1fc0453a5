#pragma once

#include <array>
#include <assimp/scene.h>

namespace posewright::import {

/// How the file counts: what its unit is in metres, and how it lies against +Y up and +Z forwards.
/// assimp says it and applies neither.
struct World {
    double metres = 1;
    aiMatrix3x3 turn;  ///< from the file's axes to ours
};
World worldOf(const aiScene& scene);

/// A transform taken apart: x, y, z, w of the rotation.
struct Placed {
    std::array<float, 3> translation{0, 0, 0};
    std::array<float, 4> rotation{0, 0, 0, 1};
    std::array<float, 3> scale{1, 1, 1};
    bool sheared = false;
};
Placed takenApart(const aiMatrix4x4& matrix);

/// In metres; turned where nothing above it is.
Placed inWorld(const World& world, Placed local, bool top);

}  // namespace posewright::import
