#pragma once

#include "core/operate/operate.h"

namespace posewright::operate {

/// The key with which a target sets out from a contact: at the contact's end, where the contact
/// keeps it. None where nothing follows the target from there, where its curve is there already,
/// and of a target without keys.
/// @param after  the document with the contact, and what else the gesture means, applied
/// @param start  of the contact
Edits keyedWhereItEnds(const Document& after, const Constraint& target, double start);

/// What a contact takes along when its ends are moved: the keys of its target that lie at its ends
/// and at its place. Where it lets go earlier, or takes hold later, and nothing else acts on a limb
/// that has no motion of its own, the limb reaches for the target. Nothing for spans of other
/// kinds.
/// @param ref    a span of `doc`
/// @param moved  the edits that move its ends
Edits alongWithContact(const Document& doc, const edit::SpanRef& ref, double start, double end,
                       Edits moved);

}  // namespace posewright::operate
