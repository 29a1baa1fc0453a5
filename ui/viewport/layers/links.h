#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Lines over the gaps between the tip of a bone and a child that begins elsewhere.
Layer makeLinks(Scene3d& scene);

}  // namespace posewright::ui
