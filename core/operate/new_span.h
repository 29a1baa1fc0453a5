#pragma once

#include "core/operate/operate.h"

#include <vector>

namespace posewright::operate {

/// Length of the fades of a new span, so that the limb does not jump. [s]
inline constexpr double kFadeSeconds = 0.15;

/// `set` with fades of whole frames, about kFadeSeconds and at most a third of the span long, at
/// those ends that neither touch a span that acts nor are at an end of the range. An Off span has
/// no fades; the spans that it cuts do. Spans that the new one touches lose their fades there.
/// Fades that `set` gives, or of a span of the same kind that it replaces, are kept.
/// @pre the target exists in `before`, the document that the edits are for
Edits newSpan(const Document& before, const edit::SetSpan& set);

/// A new span that acts fully over chosen keys: it comes in before the first and lets go after the
/// last, over the usual fades, as far as there is room up to the ends of the range and the spans
/// that act beside it. At an end where one acts, it has none. A span of the same kind that acts
/// fully from the first key on is replaced.
/// @param set       from the first key on to the last; a contact that gives no place is kept where
///                  its target is at the start
/// @param alsoEnds  false: the end is no chosen key, so the span lets go before it
Result<edit::SetSpan> overKeys(const Document& before, const edit::SetSpan& set, bool alsoEnds,
                               const edit::Context& context);

/// The spans that the edits set, by their start; those that they move, too, where they begin then.
std::vector<edit::SpanRef> spansSet(const Edits& edits);

}  // namespace posewright::operate
