#pragma once

#include "core/math/transform.h"
#include "core/scene/scene.h"

#include <span>

namespace posewright {

/// From mesh space to the world at rest: the node's own placement if no skin moves the mesh, else
/// the one on which most joints of the skin agree. All agree while the skeleton is as it was when
/// the mesh was bound; joints that were moved since are outvoted. The result's rotation is not set.
/// O(joints squared). @pre the node is a mesh, `rest` is of the scene
WorldTransform placeAtRest(const Scene& scene, NodeIndex mesh,
                           std::span<const WorldTransform> rest);

}  // namespace posewright
