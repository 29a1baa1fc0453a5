#pragma once

#include "core/document/document.h"
#include "ui/session/selection.h"

#include <vector>

namespace posewright::ui {

/// What a history step changed, in the document after it. Undo and redo select that.
struct Touched {
    std::vector<NodeId> nodes;
    std::vector<edit::KeyRef> keys;
    std::vector<SpanRef> spans;
    std::vector<double> markers;  ///< [frame]

    /// Does it affect the timeline?
    bool onTimeline = false;
};

/// @param edits of the step: if they are about keys, spans that changed with them are left out, and
/// vice versa
Touched touched(const Document& before, const Document& now, const Changes& what,
                const std::vector<edit::Edit>& edits);

}  // namespace posewright::ui
