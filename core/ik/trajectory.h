#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// What a solve over a range of frames weighs against each other. The cost is the sum over the
/// frames of the squared errors as shares of the reach, each times its goal's weight, of
/// `smoothness` times the squared second differences of the joints' rotations [rad], and of
/// `closeness` times the squared turns from the frame's base pose [rad].
struct TrajectorySettings {
    double smoothness = 1;
    double closeness = 1e-6;
    int maxIterations = 60;
    double progress = 1e-5;  ///< stops where an iteration gains less than this share of the cost
    bool heldEnds = false;   ///< the first and the last frame stay as they begin
    std::span<const double> times = {};  ///< [frame] of each; empty: they are one apart
    /// Told the share done in [0, 1], never less than before; false cancels. May be empty.
    std::function<bool(double)> observer = {};
};

struct Trajectory {
    /// Reached (it settled), IterationLimit, Cancelled or Invalid. How each goal fared is said by
    /// the frames' own reports.
    Status status = Status::Invalid;
    /// One per frame, each with its report measured on the pose as by `solve`. A goal that is
    /// missed is Softened where the frame's own solve would have met it; else it has the status
    /// of that solve, or what the pose shows.
    std::vector<Solution> frames;
    int iterations = 0;
    int systems = 0;  ///< of equations solved: several an iteration where limits or damping ask
    double cost = 0;
    double acceleration = 0;  ///< largest second difference of a joint's rotation [rad]
    std::string message;      ///< a sentence where the status is Invalid
};

/// Numbers per frame, squared, times frames: more than this is Invalid, as it would take memory and
/// minutes (200 MB here).
constexpr double kMostTrajectory = 12e6;

/// Solves all frames together: an alternative to frame by frame where smoothness counts for more
/// than the last digit of the targets. Each frame brings its base pose as its start, and its goals;
/// joints and their kinds of limit must be the same in all, goals may come and go. Second
/// differences are taken where a joint is turned by goals of three frames in a row.
/// Orientations, aims, loops, pins, soft reach and stretch are served as by `solve`, poles by a
/// share of the error (trajectory_pole.h).
///
/// Gauss-Newton on the numbers of joint_space.h with a band matrix (half its width is twice the
/// numbers of a frame), so the cost is O(frames numbers^3) per iteration; damped as by Levenberg
/// and Marquardt. Limits are kept by projection: numbers at a bound leave the system. Begins at
/// the poses of `begin`, solutions of the frames by any solver; where it is empty, by the default
/// solver. Witkin & Kass, Spacetime constraints, 1988, is the idea, without its physics.
Trajectory solveTrajectory(std::span<const Problem> frames, const TrajectorySettings& = {},
                           std::span<const Solution> begin = {});

}  // namespace posewright::ik
