#pragma once

#include "core/operate/operate.h"

#include <optional>

namespace posewright::operate {

/// The first frames of a recorded motion that are no part of it: the figure stands in a pose for
/// calibrating, and is in the motion from one frame to the next.
struct OddStart {
    enum class Stance {
        TPose,  ///< both upper arms are level and point sideways
        APose,  ///< they point sideways and down
        Other
    };
    double first = 0;  ///< [frame] of the range
    double next = 0;   ///< [frame] where the motion begins
    Stance stance = Stance::Other;
    NodeId joint = NodeId::None;  ///< the bone that turns most from the last of them to `next`
    double turned = 0;            ///< by so much [rad]
    int jumping = 0;   ///< number of bones that turn there by more than a pop's 5 degrees
    double usual = 0;  ///< the most that a bone turns from frame to frame after that [rad]
    int compared = 0;  ///< the number of frames after `next` that this is of
    double moved = 0;  ///< how far the figure moves there [m]
};

/// Nullopt: the active clip is not recorded at the start of its range, or begins smoothly. The pose
/// of the tracks counts, as if no constraint acted.
std::optional<OddStart> oddStart(const Document& doc);

/// Removes the keys of the active clip before the motion begins, and begins the range there.
Edits withoutOddStart(const Document& doc, const OddStart& odd);

}  // namespace posewright::operate
