#pragma once

#include "core/ik/model/bodies.h"
#include "core/ik/steps/outcome.h"
#include "core/ik/steps/watch.h"

namespace posewright::ik {

/// Memory of newtonOnBodies.
struct BodyNewton {
    std::vector<Mat3> inverse;    ///< per body: of its block of the Hessian
    std::vector<double> matrix;   ///< 3 pulls x 3 pulls, rows first
    std::vector<double> right;    ///< 3 pulls
    std::vector<Vec3> step;       ///< per body [rad]
    std::vector<Quat> rotations;  ///< per body: before the step
};

/// Least squares of all pulls over the rotations of all bodies, and the slide: Levenberg-Marquardt,
/// solved in the space of the pulls, so an iteration costs O(bodies pulls^2 + pulls^3). The second
/// derivative of an effector's position is block-diagonal in the bodies' rotations; it is added
/// after the first iterations, so that conflicting goals converge as fast as goals within reach
/// (Nocedal & Wright, Numerical optimization, 2006, chapter 10; the blocks are derived here). Ends
/// when all pulls are met within `tolerance` times their reach, the pose is stationary, or no step
/// improves it.
Outcome newtonOnBodies(const Problem&, Bodies&, BodyNewton&, double tolerance, int before,
                       int maxIterations, const Watch&);

/// Whether newtonOnBodies would not change the bodies.
bool settled(const Bodies&, BodyNewton&, double tolerance);

}  // namespace posewright::ik
