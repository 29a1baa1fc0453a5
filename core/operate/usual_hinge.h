#pragma once

#include "core/scene/scene.h"

#include <optional>

namespace posewright::operate {

/// The hinge of a knee or elbow of a figure, as it stands at rest: a knee bends backwards by up to
/// 140 degrees, an elbow forwards by up to 145, and both a few degrees the other way. Forwards is
/// where the toes point, or +Z if there are none. Nullopt: the bone is neither.
std::optional<limits::HingeLimit> usualHinge(const Scene& scene, NodeId bone);

}  // namespace posewright::operate
