#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Targets as stars in the colour of their status, poles, and threads from targets to effectors.
/// For selected ones also the line of an aim and the bend plane of a limb.
Layer makeTargets(Scene3d& scene);

}  // namespace posewright::ui
