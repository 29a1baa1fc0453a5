#pragma once

#include "core/math/camera.h"
#include "core/math/transform.h"
#include "core/scene/scene.h"

#include <optional>
#include <span>
#include <vector>

/// Questions about the surface of a scene's figures.
namespace posewright::skinning {

/// Is there a mesh with triangles?
/// @param hidden nodes whose meshes are not there; sorted
bool hasSurface(const Scene& scene, std::span<const NodeId> hidden = {});

/// Is there a mesh that bones lie in: one that has a skin or a bone above it? A prop beside a
/// figure hides none of its bones.
bool hasFlesh(const Scene& scene, std::span<const NodeId> hidden = {});

/// The meshes with triangles that are no flesh: rooms, and props beside a figure. Sorted.
std::vector<NodeId> besideFigures(const Scene& scene);

/// By row, whether a node or one below it moves a surface; true for all if no mesh has a skin.
/// Files of other programs contain bones that move nothing: controls and ends. O(vertices).
std::vector<bool> movers(const Scene& scene);

/// Up to `most` vertices of each mesh, evenly chosen, in the world. [m]
/// @param morphs  as in Evaluation
/// @param hidden  nodes whose meshes are not there; sorted
std::vector<Vec3> surfacePoints(const Scene& scene, std::span<const WorldTransform> world,
                                std::span<const MorphWeights> morphs, int most,
                                std::span<const NodeId> hidden = {});

/// What a ray hits first, and at what distance.
struct SurfaceHit {
    NodeId node = NodeId::None;  ///< the bone that moves the place most; else the mesh
    double distance = 0;         ///< [m]
    Vec3 normal = Vec3::Zero();  ///< of length 1, on the side that the ray comes from
};
/// O(triangles).
/// @param hidden   nodes whose meshes are not there; sorted
/// @param ignored  by row: places whose SurfaceHit::node it is are not hit; empty: none
std::optional<SurfaceHit> surfaceUnder(const Scene& scene, std::span<const WorldTransform> world,
                                       std::span<const MorphWeights> morphs, const Ray& ray,
                                       std::span<const NodeId> hidden = {},
                                       const std::vector<bool>& ignored = {});

/// The middle of the first thing that a ray passes through: halfway between where it enters and
/// where it leaves. Nullopt if it crosses fewer than two surfaces.
std::optional<Vec3> middleUnder(const Scene& scene, std::span<const WorldTransform> world,
                                std::span<const MorphWeights> morphs, const Ray& ray,
                                std::span<const NodeId> hidden = {});

}  // namespace posewright::skinning
