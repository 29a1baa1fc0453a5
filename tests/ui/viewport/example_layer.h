#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::test {

/// A layer as one would add it: a ball in the middle of the figure, in one colour where something
/// is selected and in another where nothing is, and in words how high it is.
ui::Layer makeExample(ui::Scene3d& scene);

}  // namespace posewright::test
