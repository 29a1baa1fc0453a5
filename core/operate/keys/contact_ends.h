#pragma once

#include "core/operate/operate.h"

#include <vector>

namespace posewright::operate {

/// From where a contact acts fully to where it begins to let go. [frame]
struct FullyHeld {
    double first = 0;
    double last = 0;
    bool has(double frame) const noexcept { return first <= frame && frame <= last; }
};
FullyHeld fullyHeld(const Span& contact);

/// Does a contact act fully at the frame, or, outside of contacts, has the target a key there?
bool isHeldAt(const Document& doc, const Constraint& target, double frame);

/// The frames of a target's keys and bends that edits set, ascending. [frame]
std::vector<double> targetKeysOf(const Edits& edits, ConstraintId target);

/// Keys a target at a place, with its rotation if the target controls its effector's orientation.
edit::SetTargetKey targetKeyAt(const Constraint& target, double frame, const WorldTransform& place);

/// For a gesture that makes a contact: adds a key of the target at the contact's end and place, so
/// that the target continues from there. No key if nothing follows the target after it, if its
/// curve is there already, or if the target has no keys.
/// @param made   the edits of the gesture
/// @param start  of that contact
Result<Edits> withKeyWhereItEnds(const Document& before, const Constraint& target, Edits made,
                                 double start, const edit::Context& context);

/// For edits that move a contact's ends: also moves the target's keys that are at those ends and in
/// the contact's place. If the contact becomes shorter, nothing else acts there and the limb has no
/// motion of its own, a Reach span fills the time. Spans of other kinds get nothing added.
/// @param ref    a span of `doc`
/// @param moved  the edits that move its ends
Edits alongWithContact(const Document& doc, const edit::SpanRef& ref, double start, double end,
                       Edits moved, const edit::Context& context);

/// The edits, with a key at the end of a contact for each target that they key after it with no key
/// between: the limb leaves from where it stood, instead of somewhere on the way to the new key.
Edits leavingContacts(const Document& before, const Edits& edits, const edit::Context& context);

}  // namespace posewright::operate
