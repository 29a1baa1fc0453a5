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

/// The spans that the edits set, by their start.
std::vector<edit::SpanRef> spansSet(const Edits& edits);

}  // namespace posewright::operate
