#pragma once

#include "core/ik/steps/limited_step.h"

namespace posewright::ik {

/// How far, as an angle about the line from a goal's root to its effector, the chain's bend is from
/// the goal's pole. [rad]
struct PoleLack {
    bool known = false;  ///< the chain is bent, and the pole is not on its line
    double angle = 0;
};
PoleLack poleLack(const Problem&, const LimitedTree&, const LimitedGoal&);

/// One step that turns the chain's bend towards its pole without moving any effector to first
/// order, as far as the limits leave freedom: the gradient of the angle, projected onto the null
/// space of the goals' Jacobian (Liegeois, Automatic supervisory control of the configuration and
/// behavior of multibody mechanisms, 1977). Needs step.columns. False: nothing can turn.
bool stepToPole(const Problem&, LimitedTree&, LimitedStep&, const LimitedGoal&, double share);

}  // namespace posewright::ik
