#pragma once

#include "core/document/document.h"
#include "core/edit/targets.h"

#include <string_view>

/// How edits ask for kinds of constraint, whichever there are: by arguments that bear the names of
/// a kind's flag and of its members.
namespace posewright::edit {

/// The kind that a new target is of, with what is left open filled in.
Result<ConstraintKind> kindAsked(const Scene& scene, const AddTarget& edit);

/// Makes the edit ask for the kind of this flag, like "aim". False: no kind has it.
bool askFor(std::string_view flag, AddTarget& edit);

/// The Error of the first number that is out of range, whatever the target's kind.
std::optional<Error> numberFault(const SetTarget& edit);

/// Along which an effector aims if nothing else is asked: towards its tip, or Z if it has none.
/// Unit, in its own axes.
Vec3 axisOf(const Scene& scene, NodeIndex effector);

/// Sets the kind's numbers that the edit gives.
void takeNumbers(const SetTarget& edit, ConstraintKind& kind);

}  // namespace posewright::edit
