#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// What a solve over a range of frames weighs against each other. The cost is the sum over the
/// frames of the squared errors as shares of the reach, of `smoothness` times the squared second
/// differences of the joints' rotations [rad], and of `closeness` times the squared distances from
/// the frame's base pose [rad].
struct TrajectorySettings {
    double smoothness = 1e-2;
    double closeness = 1e-6;
    int maxIterations = 30;
    double progress = 1e-7;  ///< stops where an iteration gains less than this share of the cost
};

struct Trajectory {
    Status status = Status::Invalid;  ///< Reached, IterationLimit or Invalid: whether it settled
    std::vector<Solution> frames;     ///< each with the errors of its goals, measured
    int iterations = 0;
    double cost = 0;
    double acceleration = 0;  ///< largest second difference of a joint's rotation [rad]
    std::string message;      ///< a sentence where the status is Invalid
};

/// Solves all frames together: an alternative to frame by frame where smoothness counts for more
/// than the last digit of the targets. Each frame brings its base pose as its start, and its goals;
/// joints, effectors and roots must be the same in all. Gauss-Newton on the numbers of
/// joint_space.h with a band matrix (half its width is twice the numbers of a frame), so the cost
/// is O(frames numbers^3) per iteration; damped as by Levenberg and Marquardt. Limits are kept by
/// projection: numbers at a bound leave the system. Begins at the frames' own solves by the default
/// solver. Witkin & Kass, Spacetime constraints, 1988, is the idea, without its physics.
Trajectory solveTrajectory(std::span<const Problem> frames, const TrajectorySettings& = {});

}  // namespace posewright::ik
