#pragma once

#include "core/ik/model/joint_space.h"

/// Half the sum of squared errors of a joint space as a smooth function of its numbers, with its
/// exact derivatives. An orientation error is that of three points on the effector's axes: equal to
/// arm times angle for small angles, and smooth up to half a turn.
namespace posewright::ik {

/// The derivatives.
struct EffectorCost {
    std::vector<double> gradient;  ///< columns
    std::vector<double> hessian;   ///< columns x columns, the upper triangle
    std::vector<Vec3> rates;       ///< scratch: derivatives of a point by the columns that move it
};

/// [m^2]
double effectorCost(const Problem&, const JointSpace&);

/// Fills the gradient, and the Hessian if asked for. Uses and refreshes space.columns.
void differentiateCost(const Problem&, JointSpace&, EffectorCost&, bool second);

/// Locks the columns at a bound that the gradient pushes out; returns the norm of the gradient's
/// other columns. [m^2]
double lockByGradient(const Problem&, JointSpace&, const EffectorCost&);

}  // namespace posewright::ik
