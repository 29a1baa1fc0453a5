#pragma once

#include "core/scene/scene.h"

namespace posewright::ui {

/// World lengths of one unit along each axis of a node's own space: what is shown of a place in it
/// is a length in the world, whatever scales the node. 1 where it would be nothing.
Vec3 unitsOf(const WorldTransform& node);

/// The same of the space that a node lies in: its parent's.
/// @pre world.size() == scene.size()
Vec3 unitsAround(const Scene& scene, const std::vector<WorldTransform>& world, NodeIndex row);

/// World length of one unit along a direction of a node's own space.
double unitAlong(const WorldTransform& node, const Vec3& direction);

}  // namespace posewright::ui
