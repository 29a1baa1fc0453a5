#pragma once

#include "core/document/document.h"
#include "core/math/camera.h"
#include "ui/viewport/stage.h"

#include <vector>

namespace posewright::ui {

/// The camera of each picture if none was chosen. It is fixed if the whole motion fits the picture
/// well; otherwise it travels with the figure at constant distance and direction, its path averaged
/// over a second so that steps do not shake the picture. Pure. O(frames * nodes).
std::vector<Camera> autoCameras(const Document& doc, const Stage& stage, const ViewSize& size,
                                const std::vector<double>& frames);

}  // namespace posewright::ui
