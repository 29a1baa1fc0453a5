#pragma once

#include "core/operate/operate.h"

namespace posewright::operate {

/// The edits of a new span, without a pop after a contact.
Result<Edits> madeSpan(const Document& doc, const edit::SetSpan& set, const edit::Context& context);

/// The contact in place of a span in which the limb reached its target: where the target is at the
/// frame, if that lies inside, and there for as long as its fades allow. They are short, but where
/// the limb has to be led to a box or from it (approach.h): then the span's own fades are kept as
/// far as that takes, and nothing outside of the span is keyed.
edit::SetSpan contactInPlaceOf(const Document& doc, const Constraint& target, const Span& reach,
                               double frame, const edit::Context& context);

}  // namespace posewright::operate
