#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"

#include <QString>

namespace posewright::ui {

/// The side that a standard view shows, by the axis that it looks along and by the figure's own
/// front, where that is known: "Right, from +X: the figure's left side", and the kind of rays.
/// @param shown  of doc; null: none yet
QString viewName(const Camera& camera, const Document& doc, const Evaluation* shown);

}  // namespace posewright::ui
