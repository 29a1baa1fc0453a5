#pragma once

#include "core/operate/operate.h"

namespace posewright::operate {

/// How long a new span takes to come in and to let go, so that the limb does not leap. [s]
inline constexpr double kFadeSeconds = 0.15;

/// A span as a gesture makes it: `set`, with fades of whole frames, about kFadeSeconds long and a
/// third of the span at most, at those of its ends that neither touch a span that acts nor lie at
/// the range's. An Off span does not fade itself: the spans that it cuts do. Spans that the new one
/// touches lose their fades there. What `set` says itself, and the fades of a span that it replaces
/// by one of its kind, stay.
/// @pre the target exists in `before`, which the edits are to be applied to
Edits newSpan(const Document& before, const edit::SetSpan& set);

}  // namespace posewright::operate
