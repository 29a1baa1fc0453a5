#pragma once

#include "core/edit/edit.h"

/// The two halves of `apply`, for callers that make several edits before the outcome is checked.
namespace posewright::edit {

/// Checks the arguments one by one, then makes the edit.
Result<Document> makeAny(Document doc, const Edit& edit, const Context& context);

/// Checks the outcome of an edit on a valid document, as validateChange does. The Error has no
/// place.
Result<void> checkOutcome(const Document& before, const Document& after);

}  // namespace posewright::edit
