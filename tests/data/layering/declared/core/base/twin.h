#pragma once

namespace posewright {

/// Of core/evaluate.
int evaluate(int document, double frame = double{1});

}  // namespace posewright
