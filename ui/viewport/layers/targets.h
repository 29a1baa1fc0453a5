#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Targets as stars in the colour of their status, their poles, and threads from each target to
/// what should be there. Of what is selected: where an aim looks, and the plane that a limb bends
/// in.
Layer makeTargets(Scene3d& scene);

}  // namespace posewright::ui
