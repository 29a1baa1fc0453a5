#pragma once

#include "core/math/transform.h"
#include "core/scene/scene.h"

#include <span>

namespace posewright {

/// From a mesh to the world, as it lies there at rest: its node's own place where no skin moves it;
/// else that at which most of its joints have it. They agree where the skeleton is as it was when
/// the mesh was bound; those that were moved since are outvoted. The rotation is not set.
/// O(joints squared). @pre the node is a mesh, `rest` is of the scene
WorldTransform placeAtRest(const Scene& scene, NodeIndex mesh,
                           std::span<const WorldTransform> rest);

}  // namespace posewright
