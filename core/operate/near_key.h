#pragma once

#include "core/operate/operate.h"

namespace posewright::operate {

/// How long a target comes in before a key and lets go after it, where the limb has a motion of its
/// own. [s]
inline constexpr double kNearKeySeconds = 0.4;

/// Where a target acts that is keyed on such a limb.
struct ActsNear {
    double seconds = kNearKeySeconds;  ///< to each side of its keys
    bool everywhere = false;           ///< over the whole range instead
    bool operator==(const ActsNear&) const = default;
};

/// Is a bone that the constraint turns keyed more than once, as those of captures are?
bool limbHasMotion(const Document& doc, const Constraint& constraint);

/// What a gesture means where it keys targets of limbs that have a motion of their own, as captured
/// ones do: the target acts around the key and leaves the rest of the motion alone. The first key
/// of a target gets a Reach span around it instead of one over the whole range; a later key opens
/// one more, or stretches the Reach span that is so near that the two would meet. Of several keys
/// of one target the first counts. Keys inside of what acts fully or inside a contact, hold or Off
/// span, limbs without motion, and targets whose spans the gesture sets itself stay as they are;
/// so do targets that are keyed on the motion that they have (SetTargetKey::keepMotion).
/// Keys that are put as data, pasted ones among them, act near themselves, too.
/// @param before  what the edits are to be applied to
/// @pre no edit before a key adds its target, or changes its keys or the range
Edits actingNearKeys(const Document& before, const Edits& edits, const ActsNear& acts = {});

}  // namespace posewright::operate
