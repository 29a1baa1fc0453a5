#pragma once

#include "core/operate/operate.h"

#include <optional>

namespace posewright::operate {

/// By how much a bone has to roll to lie as RollTo says. Nothing: it is no bone of some length.
/// [rad] right-handed about its way, in (-pi, pi]
std::optional<double> rollTo(const Scene& scene, NodeIndex bone, RollTo to);

}  // namespace posewright::operate
