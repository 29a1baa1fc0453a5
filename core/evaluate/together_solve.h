#pragma once

#include "core/evaluate/group_solve.h"

namespace posewright {

/// Whether a link's goal is to be met, whatever it costs in smoothness.
inline bool isExact(const Ask& ask)
{
    return ask.togetherShare <= 0 && ask.blendShare <= 0;
}

/// All frames of a run at once; null once `stop` is true. A pure function of the document.
std::shared_ptr<const TogetherSolve> solveRun(const Prepared& prepared, const Group& group,
                                              const Run& run, const std::atomic<bool>* stop);

}  // namespace posewright
