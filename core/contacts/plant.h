#pragma once

#include "core/contacts/contacts.h"

#include <vector>

/// Where the ends of limbs would be if what stands stood still, after Kovar, Schreiner & Gleicher,
/// "Footskate Cleanup for Motion Capture Editing", 2002.
namespace posewright::contacts {

struct Placed {
    double frame = 0;                  ///< [frame]
    Vec3 position = Vec3::Zero();      ///< world [m]
    Quat rotation = Quat::Identity();  ///< world
};

/// The limb's end keeps its place from one frame to another, both included.
struct Held {
    double start = 0;                  ///< [frame]
    double end = 0;                    ///< [frame]
    Vec3 position = Vec3::Zero();      ///< [m] in the world, or as seen from Planted::on
    Quat rotation = Quat::Identity();  ///< likewise
};

/// A limb's way over stances that are so near one another that it is not let go in between.
struct Planted {
    double start = 0;            ///< [frame]
    double end = 0;              ///< [frame]
    double in = 0;               ///< [frame] that it comes in over, before what stands first
    double out = 0;              ///< [frame] that it lets go over, after what stands last
    std::vector<Placed> places;  ///< one a frame, from start to end
    NodeId on = NodeId::None;    ///< the bone that `held` is seen from; None: the world
    std::vector<Held> held;      ///< where heel and ball both stand; elsewhere the foot rolls on
                                 ///< the one that does
};

/// A foot rolls about its heel until the ball stands, too, then stays, then rolls about the ball.
/// Each stands where it was in the mean. What that moves is let go over the fade before and after.
/// @param stances of one limb, by start
/// @param ends    where the limb's end is shown, one a frame of the samples; seen from what it
///                stands on, where that is another bone, and then so is what comes of it
/// @param fade    [frame]
std::vector<Planted> plant(const Samples& samples, const std::vector<Stance>& stances,
                           const std::vector<WorldTransform>& ends, double fade);

}  // namespace posewright::contacts
