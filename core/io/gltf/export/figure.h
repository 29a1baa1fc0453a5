#pragma once

#include "core/scene/scene.h"

#include <vector>

namespace posewright::io::gltf {

/// A mesh that shows bones: an octahedron from head to tip for each, bound to its bone. In world
/// space of the rest pose. One skin per tree, because the joints of a skin need a common root.
struct Figure {
    std::vector<NodeIndex> joints;
    std::vector<Eigen::Matrix4f> inverseBind;
    Mesh mesh;
};
std::vector<Figure> figuresOf(const Scene& scene);

}  // namespace posewright::io::gltf
