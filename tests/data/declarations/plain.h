// declares posewright::up(const Document&, double) and does not define it
#pragma once

namespace posewright {

/// Of core/evaluate.
bool up(const Document& document, double frame = double{1});

}  // namespace posewright
