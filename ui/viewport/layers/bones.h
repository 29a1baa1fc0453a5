#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Sticks for bones, small balls for joints without a length, and a ball where a figure begins and
/// where it ends; or lines in their place, or over them where they are see-through.
Layer makeBones(Scene3d& scene);

}  // namespace posewright::ui
