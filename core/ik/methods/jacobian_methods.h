#pragma once

#include "core/ik/solver.h"
#include "core/ik/steps/outcome.h"

/// The methods that follow derivatives of the effectors with respect to the joints. All serve many
/// goals, of position and orientation, with weights, under every kind of limit.
namespace posewright::ik {

/// J^T e with the step that makes the errors fall most if the Jacobian stayed: Wolovich & Elliott,
/// A computational technique for inverse kinematics, 1984; Buss 2004, section 4, for the step.
void solveTranspose(const Problem&, const Settings&, Workspace&, Solution& out);

/// The pseudo-inverse by singular values, integrated: Parent, Computer animation, 2002, section
/// 5.3 (explicit Euler steps, of settings.step), or Dormand & Prince's pair of orders 5 and 4
/// (A family of embedded Runge-Kutta formulae, 1980, table 2; Press et al., Numerical recipes,
/// 2007, section 17.2) where the step is 0. On one chain of free joints the unknowns are the world
/// rotations of the bones, and with Euler steps the distance that is tested is that before the
/// step, both as in the worked example of the planar arm.
void solvePseudoInverse(const Problem&, const Settings&, Workspace&, Solution& out);

/// Damped least squares: Wampler, Manipulator inverse kinematic solutions based on vector
/// formulations and damped least-squares methods, 1986; Buss & Kim, Selectively damped least
/// squares for inverse kinematics, 2005, section 3,
/// for the clamp of the errors. One position goal of free
/// joints costs O(joints) and a 3x3 system per iteration.
void solveDls(const Problem&, const Settings&, Workspace&, Solution& out);

/// The part of it for a goal alone, on the workspace's Chain, of free joints.
Outcome solveDlsChain(const Problem&, const Goal&, const Settings&, Workspace&, Solution& out);

/// The same step by singular values: Maciejewski & Klein, Numerical filtering for the operation of
/// robotic manipulators through kinematically singular configurations, 1988. With
/// settings.selective the damping is that of Buss & Kim 2005, section 5, one for each singular
/// vector.
void solveSvdDls(const Problem&, const Settings&, Workspace&, Solution& out);

/// Newton's method with the second derivatives of the effectors: Nocedal & Wright, Numerical
/// optimization, 2006, sections 3.4 (regularisation) and 16.5 (active set).
void solveNewton(const Problem&, const Settings&, Workspace&, Solution& out);

/// Broyden-Fletcher-Goldfarb-Shanno 1970 as in Nocedal & Wright 2006, section 6.1, with Armijo's
/// rule along the projection onto the limits (section 16.7).
void solveBfgs(const Problem&, const Settings&, Workspace&, Solution& out);

}  // namespace posewright::ik
