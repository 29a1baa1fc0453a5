#pragma once

#include "core/operate/operate.h"

#include <optional>

namespace posewright::operate {

/// The roll that brings a bone to RollTo. Nullopt: it is not a bone with a length. [rad]
/// right-handed about its direction, in (-pi, pi]
std::optional<double> rollTo(const Scene& scene, NodeIndex bone, RollTo to);

}  // namespace posewright::operate
