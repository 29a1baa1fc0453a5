#pragma once

#include "core/base/id.h"
#include "core/scene/material.h"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace posewright {

/// For each vertex four of the joints that move it, as rows of Skin::joints, and their weights.
struct Influences {
    std::vector<std::array<std::uint16_t, 4>> joints;
    std::vector<Eigen::Vector4f> weights;

    bool operator==(const Influences&) const = default;
};

/// Triangles of a mesh that share a material, one after another in Mesh::indices.
struct MeshPiece {
    std::uint32_t first = 0;  ///< of its rows in Mesh::indices
    std::uint32_t count = 0;  ///< three per triangle
    Shared<Material> material;

    bool operator==(const MeshPiece&) const = default;
};

/// A morph target (glTF 2.0, section 3.7.2.2): what differs from the mesh. Its weight says how much
/// of the difference is added.
struct Morph {
    std::string name;                        ///< may be empty, and may repeat
    std::vector<std::uint32_t> vertices;     ///< those that differ, ascending
    std::vector<Eigen::Vector3f> positions;  ///< added to each of them [m]
    std::vector<Eigen::Vector3f> normals{};  ///< added to each of them; empty: none changes

    bool operator==(const Morph&) const = default;
};

/// Triangles, with what is needed to draw and skin them. Arrays of vertex attributes are either
/// empty or as long as `positions`. In the space of the mesh node [m].
struct Mesh {
    std::vector<Eigen::Vector3f> positions;
    std::vector<Eigen::Vector3f> normals;              ///< unit
    std::vector<std::uint32_t> indices;                ///< three per triangle
    std::vector<std::array<std::uint16_t, 4>> joints;  ///< rows of Skin::joints
    std::vector<Eigen::Vector4f> weights;  ///< sum 1 per vertex, with those of moreInfluences
    std::vector<Influences> moreInfluences{};
    std::array<std::vector<Eigen::Vector2f>, 2> uv{};
    std::vector<Eigen::Vector4f> colors{};  ///< linear RGBA; multiply the material's
    /// In the order of `indices` and covering all of them; empty: all has MeshPart::color.
    std::vector<MeshPiece> pieces{};
    std::vector<Morph> morphs{};

    bool operator==(const Mesh&) const = default;
};

/// The weights of all morphs of a node's mesh.
struct MorphWeights {
    NodeId node = NodeId::None;
    std::vector<double> weights;

    bool operator==(const MorphWeights&) const = default;
};

/// Which joints move a mesh. It defines its own bind pose, which need be neither the rest pose nor
/// that of any frame.
struct Skin {
    std::vector<NodeId> joints;
    std::vector<Eigen::Matrix4f> inverseBind;  ///< one per joint: mesh space to joint space

    bool operator==(const Skin&) const = default;
};

}  // namespace posewright
