#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Names of selected and hovered nodes, or of all if the view asks for them. They avoid each other,
/// other texts, the figure and the readout; a name that was moved away has a line to its node. If
/// there is no room, names of farther nodes are left out; those of the hovered and the active node
/// are drawn over the figure instead.
Layer makeNames(Scene3d& scene);

}  // namespace posewright::ui
