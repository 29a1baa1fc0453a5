#pragma once

#include "core/document/document.h"
#include "ui/session/selection.h"

#include <vector>

namespace posewright::ui {

/// What a step of the history changed, where it is in the document after the step: undo and redo
/// select that.
struct Touched {
    std::vector<NodeId> nodes;
    std::vector<edit::KeyRef> keys;
    std::vector<SpanRef> spans;
    std::vector<double> markers;  ///< [frame]

    /// Does it concern what lies on the timeline?
    bool onTimeline = false;
};

/// @param edits of the step: where they are about keys, spans that came along are not named, and
///        the other way round
Touched touched(const Document& before, const Document& now, const Changes& what,
                const std::vector<edit::Edit>& edits);

}  // namespace posewright::ui
