#pragma once

#include "core/document/document.h"
#include "core/edit/targets.h"

/// How edits ask for kinds of constraint, whichever there are: by arguments that bear the names of
/// a kind's flag and of its members.
namespace posewright::edit {

/// The kind that a new target is of, with what is left open filled in.
Result<ConstraintKind> kindAsked(const Scene& scene, const AddTarget& edit);

/// What of a kind's numbers cannot be; they are checked whatever kind the target is of.
std::optional<Error> numberFault(const SetTarget& edit);

/// Gives a kind the numbers that are meant for it.
void takeNumbers(const SetTarget& edit, ConstraintKind& kind);

}  // namespace posewright::edit
