#include "core/ik/goal_joints.h"

#include "core/math/rotation.h"

namespace posewright::ik {

AimError aimError(const Aim& aim, const Vec3& position, const Quat& rotation)
{
    AimError error;
    const Vec3 way = aim.at - position;
    error.distance = way.norm();
    if (!(error.distance > 0)) return error;
    error.towards = way / error.distance;
    error.turn = rotationVector(leastArc((rotation * aim.axis).normalized(), error.towards));
    return error;
}

}  // namespace posewright::ik
