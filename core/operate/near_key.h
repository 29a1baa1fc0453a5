#pragma once

#include "core/operate/operate.h"

namespace posewright::operate {

/// Length of the fades before and after a target's keys, on a limb with motion of its own. [s]
inline constexpr double kNearKeySeconds = 0.4;

/// The time in which a target that is keyed on such a limb acts.
struct ActsNear {
    double seconds = kNearKeySeconds;  ///< before and after its keys
    bool everywhere = false;           ///< in the whole range instead
    bool operator==(const ActsNear&) const = default;
};

/// Does a bone that the constraint turns have more than one key, as in captures?
bool limbHasMotion(const Document& doc, const Constraint& constraint);

/// Adapts edits that key targets of limbs with motion of their own, like captured ones, so that the
/// target acts only around the key. The first key of a target gets a Reach span around it instead
/// of over the whole range; a later key adds another, or extends a Reach span that it would meet.
/// Only the first key of each target is adapted. Not adapted: keys inside a fully acting Reach
/// span or a contact, Hold or Off span, limbs without motion, targets whose spans the gesture sets
/// itself, and keys that keep the motion (SetTargetKey::keepMotion). Applies to pasted keys
/// (PutKeys), too.
/// @param before  the document that the edits are for
/// @pre no edit before a key adds its target, or changes its keys or the range
Edits actingNearKeys(const Document& before, const Edits& edits, const ActsNear& acts = {});

}  // namespace posewright::operate
