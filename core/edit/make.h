#pragma once

#include "core/edit/edit.h"

/// The halves of `apply`, for who makes several edits before looking at the outcome.
namespace posewright::edit {

/// The edit made, once its arguments are checked by themselves.
Result<Document> makeAny(Document doc, const Edit& edit, const Context& context);

/// The outcome of an edit on a valid document, as validateChange sees it. The Error has no place.
Result<void> checkOutcome(const Document& before, const Document& after);

}  // namespace posewright::edit
