#pragma once

#include "core/scene/scene.h"

namespace posewright::ui {

/// World lengths of one unit along each axis of a node's own space, for showing positions in it as
/// world lengths. 1 instead of 0.
Vec3 unitsOf(const WorldTransform& node);

/// The same for the space of a node's parent.
/// @pre world.size() == scene.size()
Vec3 unitsAround(const Scene& scene, const std::vector<WorldTransform>& world, NodeIndex row);

/// World length of one unit along a direction of a node's own space.
double unitAlong(const WorldTransform& node, const Vec3& direction);

}  // namespace posewright::ui
