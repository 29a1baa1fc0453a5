#pragma once

#include "core/document/document.h"
#include "ui/session/selection.h"

#include <vector>

namespace posewright::ui {

/// What a history step changed, in the document after it.
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

/// Are these edits of a step what moving and turning things makes, and nothing else: keys of
/// targets, joints and layers?
bool isPosing(const std::vector<edit::Edit>& edits);

/// Selects that, unless it is very much.
void selectTouched(Selection& selection, Touched what);
/// The same after a pose was changed: what is selected in the view and on the timeline stays so.
/// Only if none of these nodes is selected they are picked, without keys: Delete after undo would
/// delete the keys.
void selectPosed(Selection& selection, Touched what);

}  // namespace posewright::ui
