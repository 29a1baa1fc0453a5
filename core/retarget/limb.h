#pragma once

#include "core/math/transform.h"

/// Two-bone reach for limbs of the target. Internal to core/retarget.
namespace posewright::retarget {

/// The joints of a limb: hip, knee, ankle; or shoulder, elbow, wrist.
struct LimbPose {
    Vec3 top = Vec3::Zero();
    Vec3 middle = Vec3::Zero();
    Vec3 end = Vec3::Zero();
};

/// World rotations to multiply on the left of those of the two bones.
struct LimbTurn {
    Quat upper = Quat::Identity();
    Quat lower = Quat::Identity();
};

/// Turns the limb so that it ends at `goal`, in the plane of its bend. Approach to full extension
/// is eased over the last 3% of the limb's length, and ends at 99% of it, or where the limb is
/// already. A goal where the limb ends already turns nothing.
/// @param hinge direction in which the middle joint bends if the limb is straight; not unit
LimbTurn reach(const LimbPose& pose, const Vec3& goal, const Vec3& hinge);

}  // namespace posewright::retarget
