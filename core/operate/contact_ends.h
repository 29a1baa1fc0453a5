#pragma once

#include "core/operate/operate.h"

namespace posewright::operate {

/// Keys a target at a place, with its rotation if the target controls its effector's orientation.
edit::SetTargetKey targetKeyAt(const Constraint& target, double frame, const WorldTransform& place);

/// Adds to a gesture that makes a contact a key at the contact's end and place, so that the target
/// continues from there. No key if nothing follows the target after it, if its curve is there
/// already, or if the target has no keys.
/// @param made   the edits of the gesture
/// @param start  of that contact
Result<Edits> withKeyWhereItEnds(const Document& before, const Constraint& target, Edits made,
                                 double start, const edit::Context& context);

/// Adds to edits that move a contact's ends the move of those target keys that are at its ends and
/// its place. If the contact becomes shorter, nothing else acts there and the limb has no motion of
/// its own, a Reach span fills the time. Spans of other kinds get nothing added.
/// @param ref    a span of `doc`
/// @param moved  the edits that move its ends
Edits alongWithContact(const Document& doc, const edit::SpanRef& ref, double start, double end,
                       Edits moved, const edit::Context& context);

}  // namespace posewright::operate
