#pragma once

#include "core/base/id.h"
#include "core/base/shared.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace posewright::retarget {

/// The pose in which two figures are laid against each other. Its only demand is that both do the
/// same in theirs, as standing upright: arms and legs are turned into agreement.
struct Reference {
    enum class Kind : std::uint8_t {
        Automatic,  ///< the bind pose, else the rest pose, else the first frame: the first that
                    ///< stands on its legs
        Rest,
        Bind,   ///< where no skin covers the figure, as Rest
        Frame,  ///< of the motion
    };
    Kind kind = Kind::Automatic;
    double frame = 0;  ///< with Frame
    bool operator==(const Reference&) const = default;
};

enum class Travel : std::uint8_t {
    Scaled,   ///< as far as the figure's legs are longer or shorter
    AsItIs,   ///< as far as the source
    InPlace,  ///< none but up and down
};

/// Which height of the source is that of the target's floor, which is at 0.
enum class Ground : std::uint8_t {
    Guessed,  ///< where its feet come down, unless they stay high up: then it jumps, or climbs
    Found,    ///< where its feet come down, however high
    Kept,     ///< 0
};

}  // namespace posewright::retarget

namespace posewright {

struct Document;

/// How a motion of another figure is carried over: which bones are which by their roles, as
/// retarget::nameOf has them, and in which poses the figures agree. Roles left out have no bone.
struct Carrying {
    std::map<std::string, std::vector<NodeId>> here;        ///< of the document's own figure
    std::map<std::string, std::vector<std::string>> there;  ///< names, of the figure that moves
    retarget::Reference reference;                          ///< of the figure that moves
    retarget::Reference hereReference;                      ///< a frame is one of Origin::standsIn
    retarget::Travel travel = retarget::Travel::Scaled;
    retarget::Ground ground = retarget::Ground::Guessed;
    bool feet = true;   ///< ankles go where those of the other figure go, in scale
    bool hands = true;  ///< wrists, seen from the shoulder
    bool operator==(const Carrying&) const = default;
};

/// What a clip was made of: a motion of another figure, and how it came here. Kept so that the clip
/// can be made anew with another map; nothing is evaluated by it.
struct Origin {
    std::string clip;         ///< of the document
    std::string file;         ///< where the motion is from, for people; may be empty
    Shared<Document> motion;  ///< the other figure's bones and one clip, over its range
    Carrying how;
    std::string standsIn;      ///< clip of the document that tells how its figure stands where
                               ///< neither bind nor rest pose does
    double standsAt = 0;       ///< [frame] there
    std::vector<NodeId> made;  ///< nodes that it gave keys, sorted

    bool operator==(const Origin& other) const;
};

}  // namespace posewright
