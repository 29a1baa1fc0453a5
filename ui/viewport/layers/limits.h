#pragma once

#include "core/operate/limit_handles.h"
#include "ui/viewport/layers/layer.h"

namespace posewright::ui {

/// The shapes of the limit that the view shows; empty if it shows none.
operate::LimitShape seenLimit(const Document& doc, const Evaluation& shown, const Stage& stage,
                              const Emphasis& emphasis);

/// The limit of the active bone, with a handle for each of its numbers.
Layer makeLimits(Scene3d& scene);

}  // namespace posewright::ui
