#pragma once

#include "core/contacts/contacts.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

/// Where the ends of limbs are when contacts do not slide, after Kovar, Schreiner & Gleicher,
/// "Footskate Cleanup for Motion Capture Editing", 2002.
namespace posewright::contacts {

struct EndPlace {
    double frame = 0;                  ///< [frame]
    Vec3 position = Vec3::Zero();      ///< world [m]
    Quat rotation = Quat::Identity();  ///< world
};

/// The limb's end keeps its place from `start` to `end`, both included.
struct Hold {
    double start = 0;                  ///< [frame]
    double end = 0;                    ///< [frame]
    Vec3 position = Vec3::Zero();      ///< [m] in the world, or in the frame of Planted::on
    Quat rotation = Quat::Identity();  ///< likewise
};

/// A limb's path over stances that are so close that the limb is not released in between.
struct Planted {
    double start = 0;              ///< [frame]
    double end = 0;                ///< [frame]
    double in = 0;                 ///< [frame] length of the fade before the first stance
    double out = 0;                ///< [frame] length of the fade after the last stance
    std::vector<EndPlace> places;  ///< one per frame, from start to end
    NodeId on = NodeId::None;      ///< the bone in whose frame `held` is; None: the world
    std::vector<Hold>
        held;  ///< while heel and ball both stand; else the foot rolls on the one that does
};

enum class Lead : std::uint8_t { AroundStances, Throughout };

/// From where a limb reaches, one place per frame, in the frame of its end; empty: the place where
/// it is held is not limited.
struct Shoulder {
    std::vector<Vec3> places;
    double longest = 0;  ///< [m] a place that is farther is moved nearer
};

/// The height, along Samples::up, of the lowest point of what is seen of a limb's end at a row of
/// the samples, such as the sole of a shoe, if the end were at this place in the world. [m] Empty:
/// nothing is seen of it. For one thread at a time.
using LowestOf = std::function<double(std::size_t row, const Vec3& position, const Quat& rotation)>;

/// A foot rolls about its heel until the ball stands, too, then stays, then rolls about the ball;
/// if the heel comes down again, it stays again. A point is planted at the mean place of the limb's
/// end while it stays, or, if it stays more than once, over the whole stance. The correction fades
/// out before and after.
/// @param stances of one limb, by start
/// @param ends    the limb's end as shown, one per frame of the samples; if it stands on another
/// bone, in the frame of that bone, and so is the result
/// @param fade    [frame]
/// @param sole    if known, the limb's end is lifted in its stances where its sole would lie lower
/// than in the motion, apart from what does so for less than a fifth of the time in which it is
/// fixed. @pre `ends` are in the world
/// @param lead    Throughout: the limb is never released, so there is one path, over all frames.
/// Between two stances the correction of one turns into that of the other over the whole time
/// between; before the first and after the last it fades over at most a second
std::vector<Planted> plant(const Samples& samples, const std::vector<Stance>& stances,
                           const std::vector<WorldTransform>& ends, double fade,
                           Lead lead = Lead::AroundStances, const Shoulder& shoulder = {},
                           const LowestOf& sole = {});

}  // namespace posewright::contacts
