#pragma once

#include "core/evaluate/group_solve.h"

namespace posewright {

/// Whether a link's goal must be met exactly, regardless of smoothness.
inline bool isExact(const LinkState& state)
{
    return state.trajectoryShare <= 0 && state.blendShare <= 0;
}

/// Solves all frames of a trajectory at once; null once `stop` is true. A pure function of the
/// document.
std::shared_ptr<const TrajectorySolve> solveTrajectory(const Prepared& prepared, const Group& group,
                                                       const Trajectory& trajectory,
                                                       const std::atomic<bool>* stop);

}  // namespace posewright
