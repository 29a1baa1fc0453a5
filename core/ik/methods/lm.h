#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// Levenberg-Marquardt on joint angles, projected onto the limits: Levenberg 1944, Marquardt 1963;
/// the damping follows the squared error, as in Sugihara, Solvability-unconcerned inverse
/// kinematics by the Levenberg-Marquardt method, IEEE Transactions on Robotics 27, 2011; joints
/// that reach a bound leave the system, and the others take over, as in Baerlocher & Boulic, An
/// inverse kinematics architecture enforcing an arbitrary number of strict priority levels, 2004.
/// Solved in the space of the goals (3x3 or 6x6 for one), O(joints) per iteration. If the start
/// fails, fixed seeds (Halton points within the limits, ordered by distance from the start) are
/// tried. Problems without limits go to gauss-newton; the report says so.
void solveLm(const Problem&, const Settings&, Workspace&, Solution&);

}  // namespace posewright::ik
