#pragma once

#include "core/base/id.h"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <vector>

namespace posewright {

/// Triangles with what is needed to draw and to skin them. Arrays of a vertex attribute are either
/// empty or as long as `positions`. Model space of the mesh node, [m].
struct Mesh {
    std::vector<Eigen::Vector3f> positions;
    std::vector<Eigen::Vector3f> normals;              ///< unit
    std::vector<std::uint32_t> indices;                ///< three per triangle
    std::vector<std::array<std::uint16_t, 4>> joints;  ///< rows of Skin::joints
    std::vector<Eigen::Vector4f> weights;              ///< sum 1 per vertex

    bool operator==(const Mesh&) const = default;
};

/// How a mesh hangs on nodes. The bind pose is its own: neither the rest pose nor any frame.
struct Skin {
    std::vector<NodeId> joints;
    std::vector<Eigen::Matrix4f> inverseBind;  ///< one per joint: mesh space to joint space

    bool operator==(const Skin&) const = default;
};

}  // namespace posewright
