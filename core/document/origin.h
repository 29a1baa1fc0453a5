#pragma once

#include "core/base/id.h"
#include "core/base/members.h"
#include "core/base/shared.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace posewright::retarget {

/// The pose in which two figures are compared. Both figures must hold about the same pose, such as
/// standing upright; arms and legs are then aligned.
struct Reference {
    enum class Kind : std::uint8_t {
        Automatic,  ///< the first of these in which the figure stands on its legs: bind pose, rest
                    ///< pose, first frame
        Rest,
        Bind,   ///< as Rest if the figure has no skin
        Frame,  ///< a frame of the motion
    };
    Kind kind = Kind::Automatic;
    double frame = 0;  ///< [frame] for Kind::Frame
    bool operator==(const Reference&) const = default;
};

enum class Travel : std::uint8_t {
    Scaled,   ///< in proportion to the length of the legs
    AsItIs,   ///< as far as the source moves
    InPlace,  ///< only up and down
};

/// Which height of the source becomes the floor of the document's figure, height 0.
enum class Ground : std::uint8_t {
    Guessed,  ///< as Found, or Kept if the feet stay high up, as in a jump or a climb
    Found,    ///< the height where its feet come down, however high
    Kept,     ///< 0
};

/// Which way the figure faces with the motion. The motion is turned about the vertical where it
/// starts.
struct Facing {
    enum class Kind : std::uint8_t {
        AsItIs,  ///< as the source, relative to its reference pose
        Front,   ///< to the front of the document's figure at the motion's first frame
        Turned,  ///< from AsItIs by `degrees`
    };
    Kind kind = Kind::AsItIs;
    double degrees = 0;  ///< to its left, for Kind::Turned
    bool operator==(const Facing&) const = default;
};

struct Retargeted;  ///< see core/retarget/retarget.h

}  // namespace posewright::retarget

namespace posewright {

struct Document;

/// How a motion of another figure is retargeted: which bones have which roles, named as by
/// retarget::nameOf, and in which poses the figures agree. Roles that are left out have no bone.
struct RetargetSetup {
    std::map<std::string, std::vector<NodeId>> here;  ///< bones of the document's figure, by role
    std::map<std::string, std::vector<std::string>>
        there;                      ///< bone names of the source figure, by role
    retarget::Reference reference;  ///< of the source figure
    retarget::Reference
        hereReference;  ///< of the document's figure; a frame is one of clip Origin::standsIn
    retarget::Travel travel = retarget::Travel::Scaled;
    retarget::Ground ground = retarget::Ground::Guessed;
    retarget::Facing facing;
    bool feet = true;   ///< ankles follow those of the source, in scale
    bool hands = true;  ///< wrists follow, relative to the shoulder
    bool operator==(const RetargetSetup&) const = default;
};
constexpr auto describe(Of<RetargetSetup>)
{
    using S = RetargetSetup;
    return members<S>(always("here", &S::here), always("there", &S::there),
                      since("reference", &S::reference), since("hereReference", &S::hereReference),
                      since("travel", &S::travel), since("ground", &S::ground),
                      since("facing", &S::facing), since("feet", &S::feet),
                      since("hands", &S::hands));
}

/// The motion of another figure that a clip was retargeted from, and how. Kept so that it can be
/// retargeted again with another map; not used in evaluation.
struct Origin {
    std::string clip;         ///< its name in the document
    std::string file;         ///< file that the motion is from, to be shown; may be empty
    Shared<Document> motion;  ///< the other figure's bones and one clip, over its range
    RetargetSetup how;
    std::string standsIn;  ///< clip of the document with a frame in which its figure stands, if it
                           ///< does not in its bind or rest pose
    double standsAt = 0;   ///< [frame] in that clip
    std::vector<NodeId> made;  ///< nodes that got keys from it, sorted

    bool operator==(const Origin& other) const;
};

}  // namespace posewright
