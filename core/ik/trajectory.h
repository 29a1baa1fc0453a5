#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// Weights of a solve over a range of frames. The cost is a sum over frames of three terms: squared
/// errors as shares of the reach, each times its goal's weight; `smoothness` times the squared
/// second differences of the joints' rotations [rad]; and `closeness` times the squared turns from
/// the frame's base pose [rad].
struct TrajectorySettings {
    double smoothness = 1;
    double closeness = 1e-6;
    int maxIterations = 60;
    double progress = 1e-5;  ///< stops when an iteration gains less than this share of the cost
    bool heldEnds = false;   ///< the first and the last frame keep their begin poses
    std::span<const double> times = {};  ///< [frame] of each; empty: they are one apart
    /// Gets the share done in [0, 1], never decreasing; false cancels. May be empty.
    std::function<bool(double)> observer = {};
};

struct Trajectory {
    /// Reached (converged), IterationLimit, Cancelled or Invalid. The status of each goal is in the
    /// frames' reports.
    Status status = Status::Invalid;
    /// One per frame, each with its report measured on the pose as by `solve`. A missed goal is
    /// Softened if the frame's own solve would meet it; else it has the status of that solve, or
    /// the one measured on the pose.
    std::vector<Solution> frames;
    int iterations = 0;
    int systems =
        0;  ///< systems of equations solved: several per iteration if limits or damping require it
    double cost = 0;
    double acceleration = 0;  ///< largest second difference of a joint's rotation [rad]
    std::string message;      ///< a sentence if the status is Invalid
};

/// Limit of (numbers per frame)^2 * frames, at about 200 MB; beyond it the result is Invalid, since
/// a solve would take too much memory and minutes.
constexpr double kMostTrajectory = 12e6;

/// Solves all frames together: for when smoothness matters more than meeting targets exactly. Each
/// frame has its base pose as its start, and its goals; joints and their kinds of limit must be the
/// same in all frames, goals may differ. Second differences are taken where goals turn a joint in
/// three consecutive frames. Orientations, all kinds, pins, soft reach and stretch work as in
/// `solve`; poles are an error term (trajectory_pole.h).
///
/// Gauss-Newton with Levenberg-Marquardt damping on the numbers of joint_space.h, with a band
/// matrix (half bandwidth: twice the numbers of a frame), so O(frames numbers^3) per iteration.
/// Limits are kept by projection: numbers at a bound leave the system. Starts from the poses of
/// `begin`, which are solutions of the frames by any solver; if it is empty, by the default solver.
/// After Witkin & Kass, Spacetime constraints, 1988, without the physics.
Trajectory solveTrajectory(std::span<const Problem> frames, const TrajectorySettings& = {},
                           std::span<const Solution> begin = {});

}  // namespace posewright::ik
