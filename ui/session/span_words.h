#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <QString>

#include <vector>

namespace posewright::ui {

/// "Reach" for the span of a target that starts there, "span" where there is none.
QString kindAt(const Document& doc, ConstraintId target, double start);

/// Several spans that come to end, or to start, at one frame: "End of Reach of L hand at 20", for
/// the first of them. Empty: the edits do something else, or it is one span. `before` is the
/// document that they are made on.
QString endsText(const std::vector<edit::Edit>& edits, const Document& before);

}  // namespace posewright::ui
