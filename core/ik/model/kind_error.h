#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// The remaining error of a `turnOnly` kind as a turn of its effector, and its derivative when the
/// effector turns or moves. [rad]
struct TurnError {
    Vec3 turn = Vec3::Zero();     ///< rotation vector, world
    Vec3 towards = Vec3::Zero();  ///< unit, from the effector to the point; zero: they coincide
    double distance = 0;          ///< [m]

    /// The change for a turn `w` about a joint that moves the effector by `moved`. A turn about the
    /// line itself has no effect.
    Vec3 rate(const Vec3& w, const Vec3& moved) const
    {
        if (!(distance > 0)) return Vec3::Zero();
        return w - towards * towards.dot(w) + towards.cross(moved) / distance;
    }
};

/// For an effector with this placement that should look at `at`; zero for a kind that asks for a
/// place.
TurnError turnError(const GoalKind&, const Vec3& at, const Vec3& position, const Quat& rotation);

}  // namespace posewright::ik
