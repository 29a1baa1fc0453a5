#pragma once

#include "core/math/transform.h"
#include "core/scene/scene.h"

#include <functional>
#include <vector>

/// Inside of core/retarget.
namespace posewright::retarget {

/// Calls `take` with the place of each vertex that a part of the body moves by half or more, and of
/// all of a mesh without a skin that belongs to it. O(nodes + vertices)
/// @param part  one per node
/// @param world one per node
void eachMovedVertex(const Scene& scene, const std::vector<bool>& part,
                     const std::vector<WorldTransform>& world,
                     const std::function<void(const Vec3&)>& take);

}  // namespace posewright::retarget
