#pragma once

#include "core/math/transform.h"
#include "core/scene/scene.h"

#include <array>
#include <span>
#include <vector>

/// Linear blend skinning (glTF 2.0, section 3.7.3): where the vertices of a mesh are in the world.
namespace posewright::skinning {

/// An affine map by its columns: x, y, z, and where the origin goes; each ends in a 0.
struct alignas(64) Columns {
    std::array<float, 16> values;
};

/// From the mesh to the world: one for each joint of its skin, or, of a rigid mesh, one, which is
/// the node's own. O(joints).
/// @pre `world` is of the scene, and the skin of `part` is one of its skins, or -1
std::vector<Columns> bindMatrices(const Scene& scene, NodeIndex node, const MeshPart& part,
                                  std::span<const WorldTransform> world);

/// A vertex where it is, laid out as graphics cards take it.
struct Vertex {
    std::array<float, 3> position;  ///< [m]
    std::array<float, 3> normal;    ///< of any length; 0 where the mesh has none
};

/// A mesh's vertices as its morphs shape them, before its skin moves them (glTF 2.0, 3.7.2.2).
/// Borrows from the mesh what no morph changes, and from `room` the rest.
struct Shape {
    const Eigen::Vector3f* positions = nullptr;  ///< as many as the mesh has
    const Eigen::Vector3f* normals = nullptr;    ///< null: the mesh has none
};
struct ShapeRoom {
    std::vector<Eigen::Vector3f> positions;
    std::vector<Eigen::Vector3f> normals;
};
/// O(vertices that morphs of a weight change), and O(vertices) where there are any.
/// @param weights  of its first morphs; the others have none
Shape shapeOf(const Mesh& mesh, std::span<const double> weights, ShapeRoom& room);

/// Moves all vertices. The same bits on every processor. O(vertices).
/// @pre the part is valid, `matrices` are its own, and `to` has a row for each vertex
void moveVertices(const MeshPart& part, const Shape& shape, std::span<const Columns> matrices,
                  std::span<Vertex> to);

}  // namespace posewright::skinning
