#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Lines from bones to those children that do not begin at their tip.
Layer makeLinks(Scene3d& scene);

}  // namespace posewright::ui
