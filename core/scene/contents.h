#pragma once

#include "core/scene/scene.h"

namespace posewright {

/// What a scene is made of, in numbers.
struct SceneContents {
    int bones = 0;
    int meshes = 0;
    int morphs = 0;         ///< of all meshes
    int others = 0;         ///< cameras and lights
    bool textures = false;  ///< a mesh shows a picture
    bool skinned = false;   ///< bones move the vertices of a mesh
};

SceneContents contentsOf(const Scene& scene);

}  // namespace posewright
