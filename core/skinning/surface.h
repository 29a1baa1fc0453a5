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

/// Is there one that bones lie in: it has a skin, or hangs on a bone? A prop beside a figure hides
/// none of its bones.
bool hasFlesh(const Scene& scene, std::span<const NodeId> hidden = {});

/// By row, the nodes that move a surface, or have one below that does. All, where no mesh has a
/// skin. Files of other programs bring bones that move none: controls, and ends. O(vertices).
std::vector<bool> movers(const Scene& scene);

/// Up to `most` vertices of each mesh, evenly chosen, in the world. [m]
/// @param morphs  as Evaluation has them
std::vector<Vec3> surfacePoints(const Scene& scene, std::span<const WorldTransform> world,
                                std::span<const MorphWeights> morphs, int most);

/// What is met first by a ray, and how far along it.
struct SurfaceHit {
    NodeId node = NodeId::None;  ///< the bone that moves the place most; else the mesh
    double distance = 0;         ///< [m]
};
/// O(triangles).
/// @param hidden nodes whose meshes are not there; sorted
std::optional<SurfaceHit> surfaceUnder(const Scene& scene, std::span<const WorldTransform> world,
                                       std::span<const MorphWeights> morphs, const Ray& ray,
                                       std::span<const NodeId> hidden = {});

/// The middle of what a ray goes through first: between where it comes in and where it goes out.
/// Nothing where it meets no surface, or but one.
std::optional<Vec3> middleUnder(const Scene& scene, std::span<const WorldTransform> world,
                                std::span<const MorphWeights> morphs, const Ray& ray,
                                std::span<const NodeId> hidden = {});

}  // namespace posewright::skinning
