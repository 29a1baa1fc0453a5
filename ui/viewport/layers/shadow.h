#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// The ground is darker where a character is near to it: soft spots under what is lowest, so that
/// feet are seen to stand, or not. Figures of bare bones have none.
Layer makeShadow(Scene3d& scene);

}  // namespace posewright::ui
