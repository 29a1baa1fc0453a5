#pragma once

#include "core/document/document.h"
#include "core/math/camera.h"
#include "ui/viewport/stage.h"

#include <vector>

namespace posewright::ui {

/// The camera of each picture where none was chosen. Stands still where the frames' whole motion
/// fits the picture well; otherwise it travels with the figure, at one distance and in one
/// direction, its path averaged over a second so that steps do not shake the picture. A function
/// of its arguments alone. O(frames * nodes).
std::vector<Camera> autoCameras(const Document& doc, const Stage& stage, const ViewSize& size,
                                const std::vector<double>& frames);

}  // namespace posewright::ui
