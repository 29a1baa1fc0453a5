#pragma once

#include "core/math/transform.h"
#include "core/scene/scene.h"

#include <array>
#include <span>
#include <vector>

/// Linear blend skinning (glTF 2.0, section 3.7.3): where the vertices of a mesh are in the world.
namespace posewright::skinning {

/// An affine map as columns: x, y, z and the image of the origin; each padded with a 0.
struct alignas(64) Columns {
    std::array<float, 16> values;
};

/// From mesh space to the world: one per joint of the skin, or, for a rigid mesh, just that of the
/// node. O(joints).
/// @param from  where the results have their origin: numbers are rounded after it is subtracted
/// @pre `world` is of the scene, and the skin of `part` is one of its skins, or -1
std::vector<Columns> bindMatrices(const Scene& scene, NodeIndex node, const MeshPart& part,
                                  std::span<const WorldTransform> world,
                                  const Vec3& from = Vec3::Zero());

/// A vertex in the world, laid out for the graphics card.
struct Vertex {
    std::array<float, 3> position;  ///< [m]
    std::array<float, 3> normal;    ///< of any length; 0 if the mesh has none
};

/// A mesh's vertices after morphing and before skinning (glTF 2.0, section 3.7.2.2). Borrows from
/// the mesh, or from `room` if a morph acts.
struct Shape {
    const Eigen::Vector3f* positions = nullptr;  ///< as many as the mesh has
    const Eigen::Vector3f* normals = nullptr;    ///< null: the mesh has none
};
struct ShapeRoom {
    std::vector<Eigen::Vector3f> positions;
    std::vector<Eigen::Vector3f> normals;
};
/// O(vertices) plus the vertices of each morph with a weight; O(morphs) if none has one.
/// @param weights  of its first morphs; the others have weight 0
Shape shapeOf(const Mesh& mesh, std::span<const double> weights, ShapeRoom& room);

/// Skins all vertices, with the same bits on every processor. O(vertices).
/// @pre the part is valid, `matrices` are its bindMatrices, and `to` has a row for each vertex
void moveVertices(const MeshPart& part, const Shape& shape, std::span<const Columns> matrices,
                  std::span<Vertex> to);

}  // namespace posewright::skinning
