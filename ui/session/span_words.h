#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <QString>

#include <vector>

namespace posewright::ui {

/// "Reach" for the span of a target that starts there; "span" if there is none.
QString kindAt(const Document& doc, ConstraintId target, double start);

/// For edits that move the ends or starts of several spans to one frame: "End of Reach of L hand at
/// 20", for the first of them. Empty for other edits. `before` is the document before the edits.
QString endsText(const std::vector<edit::Edit>& edits, const Document& before);

}  // namespace posewright::ui
