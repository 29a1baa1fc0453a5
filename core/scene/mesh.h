#pragma once

#include "core/base/id.h"
#include "core/scene/material.h"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <vector>

namespace posewright {

/// Four of the joints that move a vertex, as rows of Skin::joints, and by how much each does.
struct Influences {
    std::vector<std::array<std::uint16_t, 4>> joints;
    std::vector<Eigen::Vector4f> weights;

    bool operator==(const Influences&) const = default;
};

/// Triangles of a mesh that share a material, one after another in Mesh::indices.
struct MeshPiece {
    std::uint32_t first = 0;  ///< of its indices
    std::uint32_t count = 0;  ///< three per triangle
    Shared<Material> material;

    bool operator==(const MeshPiece&) const = default;
};

/// Triangles with what is needed to draw and to skin them. Arrays of a vertex attribute are either
/// empty or as long as `positions`. Model space of the mesh node, [m].
struct Mesh {
    std::vector<Eigen::Vector3f> positions;
    std::vector<Eigen::Vector3f> normals;              ///< unit
    std::vector<std::uint32_t> indices;                ///< three per triangle
    std::vector<std::array<std::uint16_t, 4>> joints;  ///< rows of Skin::joints
    std::vector<Eigen::Vector4f> weights;  ///< sum 1 per vertex, with those of moreInfluences
    std::vector<Influences> moreInfluences{};
    std::array<std::vector<Eigen::Vector2f>, 2> uv{};
    std::vector<Eigen::Vector4f> colors{};  ///< linear RGBA; multiply the material's
    /// In the order of the indices, and all of them; empty: one of MeshPart::color.
    std::vector<MeshPiece> pieces{};

    bool operator==(const Mesh&) const = default;
};

/// How a mesh hangs on nodes. The bind pose is its own: neither the rest pose nor any frame.
struct Skin {
    std::vector<NodeId> joints;
    std::vector<Eigen::Matrix4f> inverseBind;  ///< one per joint: mesh space to joint space

    bool operator==(const Skin&) const = default;
};

}  // namespace posewright
