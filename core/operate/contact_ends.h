#pragma once

#include "core/operate/operate.h"

namespace posewright::operate {

/// A key that puts a target at a place, turned as there where it turns its effector.
edit::SetTargetKey targetKeyAt(const Constraint& target, double frame, const WorldTransform& place);

/// A gesture that makes a contact, with the key by which the target leaves it: at the contact's
/// end, where the contact keeps it. No key where nothing follows the target from there, where its
/// curve is there already, and of a target without keys.
/// @param made   the edits of the gesture
/// @param start  of the contact that they make
Result<Edits> withKeyWhereItEnds(const Document& before, const Constraint& target, Edits made,
                                 double start, const edit::Context& context);

/// What a contact takes along when its ends are moved: the keys of its target that lie at its ends
/// and at its place. Where it lets go earlier, or takes hold later, and nothing else acts on a limb
/// that has no motion of its own, the limb reaches for the target. Spans of other kinds take
/// nothing along.
/// @param ref    a span of `doc`
/// @param moved  the edits that move its ends
Edits alongWithContact(const Document& doc, const edit::SpanRef& ref, double start, double end,
                       Edits moved, const edit::Context& context);

}  // namespace posewright::operate
