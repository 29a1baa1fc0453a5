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
    bool shown = false;     ///< a mesh is moved by bones, or came with a file
};

SceneContents contentsOf(const Scene& scene);

}  // namespace posewright
