#pragma once

#include "core/math/transform.h"

#include <cstdint>

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

/// Which way the middle joint of a limb bends.
enum class BendsLike : std::uint8_t {
    Elbow,  ///< as it does
    Knee,   ///< nearly straight, it bends towards its hinge, also where the source's bends back
};

/// How far a limb reaches exactly: to 98.5% of its length, or as far as it is stretched already.
/// Knees may be a little straighter than they are, but reach no farther than 99.92%.
/// @param now     from its top to its end [m]
/// @param longest the sum of its bones [m]
double exactReach(double now, double longest, BendsLike like);

/// Turns the limb so that it ends at `goal`. Beyond its exact reach it is eased: up to 99% of its
/// length, or to where it is already; a knee over 1% of its length, up to 99.85%. The middle joint
/// keeps its side; what it has to bend more is a turn towards the hinge. A goal where
/// the limb ends already turns nothing, unless a nearly straight knee bends back.
/// @param hinge direction in which the middle joint bends if the limb is straight; not unit
LimbTurn reach(const LimbPose& pose, const Vec3& goal, const Vec3& hinge,
               BendsLike like = BendsLike::Elbow);

}  // namespace posewright::retarget
