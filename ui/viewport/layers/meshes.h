#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Characters and props: meshes as their skins move them, in their own colours.
Layer makeMeshes(Scene3d& scene);

}  // namespace posewright::ui
