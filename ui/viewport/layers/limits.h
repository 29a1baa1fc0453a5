#pragma once

#include "core/operate/limit_handles.h"
#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// The limit of a bone as the view shows it: nothing where none is to be seen, or there is none.
operate::LimitShape seenLimit(const Document& doc, const Evaluation& shown, const Stage& stage,
                              const Emphasis& emphasis);

/// How far the active bone may turn or slide, with a handle for each of the numbers.
Layer makeLimits(Scene3d& scene);

}  // namespace posewright::ui
