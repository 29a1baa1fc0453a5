#pragma once

#include "core/operate/operate.h"

namespace posewright::operate {

/// The edits, with a bend for each limb that they bend first: an arm or a leg of a figure that is
/// straight at rest, whose target gets its first key. Nothing but the body says to which side such
/// a limb bends, so elbows go to the back and knees to the front. Targets with a keyed pole, limbs
/// of more than two bones and limbs with keys of their own get nothing added.
Edits bentFirst(const Document& before, const Edits& edits, const edit::Context& context);

}  // namespace posewright::operate
