#pragma once

#include "core/ik/solver.h"

/// Why goals are missed, judged by the pose that a solve found.
namespace posewright::ik {

/// What a goal asked of the pose.
struct Asked {
    Vec3 position = Vec3::Zero();  ///< world [m]; of an aim, where the effector is
    Quat rotation = Quat::Identity();
    double tolerance = 0;  ///< [m]
    bool turned = true;    ///< whether the orientation, or the aim, is met
};

/// In the pose of workspace.positions and worldRotations; without a tolerance.
Asked askedOf(const Goal&, const Workspace&);

/// The status of a goal that was missed in the pose of workspace.positions and worldRotations.
/// `stopped` is why the solver stopped; `report` has the limits that are touched.
/// Softened: turned, and just where its ease sends it, to the tolerance or a millionth of the
/// reach. Limited: a bound is touched, or the pose is at rest though ways to turn that a joint of
/// the chain lacks would bring it nearer. Conflict: it shares joints with others, and the solver
/// came to rest. O(joints goals).
Status missed(const Problem&, const Goal&, const Asked&, Status stopped, const Report& report,
              const Workspace&);

}  // namespace posewright::ik
