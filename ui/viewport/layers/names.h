#pragma once

#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// Names of what is selected or under the pointer, and of all where the view asks for them. None
/// lies over another, over a text that is there already, over the figure, or over the words at the
/// pointer; one that had to go farther away has a line to its place. Where there is no room, that
/// of what is farther from the eye is left out; the one pointed at and the active one are written
/// over the figure rather than not at all.
Layer makeNames(Scene3d& scene);

}  // namespace posewright::ui
