#pragma once

#include "core/scene/scene.h"

#include <vector>

namespace posewright::io::gltf {

/// Bones made visible: an octahedron from head to tip each, bound to its bone alone. World space of
/// the rest pose; a skin of its own for each tree, because the joints of a skin need a common root.
struct Figure {
    std::vector<NodeIndex> joints;
    std::vector<Eigen::Matrix4f> inverseBind;
    Mesh mesh;
};
std::vector<Figure> figuresOf(const Scene& scene);

}  // namespace posewright::io::gltf
