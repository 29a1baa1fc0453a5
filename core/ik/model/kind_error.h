#pragma once

#include "core/ik/solver.h"

namespace posewright::ik {

/// What a kind that is `turnOnly` lacks, as a turn of its effector, and how that falls when the
/// effector turns, and when it moves. Unit: rad.
struct TurnError {
    Vec3 turn = Vec3::Zero();     ///< rotation vector, world
    Vec3 towards = Vec3::Zero();  ///< unit, from the effector to the point; zero: it is there
    double distance = 0;          ///< [m]

    /// Of a turn by `w` about a joint, which moves the effector by `moved`. The axis itself cannot
    /// be seen to turn about the line.
    Vec3 rate(const Vec3& w, const Vec3& moved) const
    {
        if (!(distance > 0)) return Vec3::Zero();
        return w - towards * towards.dot(w) + towards.cross(moved) / distance;
    }
};

/// Of an effector placed so that is to look at `at`; nothing of a kind that asks for a place.
TurnError turnError(const GoalKind&, const Vec3& at, const Vec3& position, const Quat& rotation);

}  // namespace posewright::ik
