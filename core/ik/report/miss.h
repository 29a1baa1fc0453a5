#pragma once

#include "core/ik/solver.h"

/// Why goals are missed, derived from the pose that a solve found.
namespace posewright::ik {

/// What a goal asked of the pose.
struct Asked {
    Vec3 position = Vec3::Zero();  ///< world [m]; for an aim, the effector's own position
    Quat rotation = Quat::Identity();
    double tolerance = 0;  ///< [m]
    bool turned = true;    ///< whether the orientation or the aim is met
};

/// For the pose of workspace.positions and worldRotations; `tolerance` is left 0.
Asked askedOf(const Goal&, const Workspace&);

/// The status of a goal that was missed in the pose of workspace.positions and worldRotations.
/// `stopped` is why the solver stopped; `report` has the limits that are touched. Softened: the
/// turn is met, and the effector is where easing puts it, within the tolerance or a millionth of
/// the reach. Limited: a bound is touched, or the pose is stationary only because joints of the
/// chain lack freedoms. Conflict: it shares joints with others, and the solver converged. O(joints
/// goals).
Status missed(const Problem&, const Goal&, const Asked&, Status stopped, const Report& report,
              const Workspace&);

}  // namespace posewright::ik
