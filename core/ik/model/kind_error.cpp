#include "core/ik/model/kind_error.h"

#include "core/math/rotation.h"

namespace posewright::ik {

TurnError turnError(const GoalKind& kind, const Vec3& at, const Vec3& position,
                    const Quat& rotation)
{
    TurnError error;
    const Aim* aim = std::get_if<Aim>(&kind);
    if (!aim) return error;
    const Vec3 way = at - position;
    error.distance = way.norm();
    if (!(error.distance > 0)) return error;
    error.towards = way / error.distance;
    error.turn = rotationVector(leastArc((rotation * aim->axis).normalized(), error.towards));
    return error;
}

}  // namespace posewright::ik
