#pragma once

#include "core/math/transform.h"

/// A limb of two bones that must end somewhere else. Inside of core/retarget.
namespace posewright::retarget {

/// Where the joints of a limb are: hip, knee, ankle; shoulder, elbow, wrist.
struct LimbPose {
    Vec3 top = Vec3::Zero();
    Vec3 middle = Vec3::Zero();
    Vec3 end = Vec3::Zero();
};

/// World rotations to be laid before those of the two bones.
struct LimbTurn {
    Quat upper = Quat::Identity();
    Quat lower = Quat::Identity();
};

/// Turns the limb so that it ends at `goal`, in the plane that it is bent in. A goal beyond what
/// the limb reaches is neared smoothly over the last three hundredths of its length, and one where
/// it ends already turns nothing.
/// @param hinge the way the middle joint bends where the limb is straight, not unit: towards there
LimbTurn reach(const LimbPose& pose, const Vec3& goal, const Vec3& hinge);

}  // namespace posewright::retarget
