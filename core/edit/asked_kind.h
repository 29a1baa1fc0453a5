#pragma once

#include "core/document/document.h"
#include "core/edit/targets.h"

#include <string_view>

/// How the arguments of an edit ask for a kind of constraint. They have the names of the kind's
/// flag and members, so that nothing here names a kind.
namespace posewright::edit {

/// The kind of a new target; numbers that the edit does not give are filled in.
Result<ConstraintKind> kindAsked(const Scene& scene, const AddTarget& edit);

/// Makes the edit ask for the kind of this flag, like "aim". False: no kind has it.
bool askFor(std::string_view flag, AddTarget& edit);

/// The Error of the first number that is out of range, whatever the target's kind.
std::optional<Error> numberFault(const SetTarget& edit);

/// The default axis along which an effector aims: towards its tip, or Z if it has none. Unit, in
/// its own axes.
Vec3 axisOf(const Scene& scene, NodeIndex effector);

/// Sets the kind's numbers that the edit gives.
void takeNumbers(const SetTarget& edit, ConstraintKind& kind);

}  // namespace posewright::edit
