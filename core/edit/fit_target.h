#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <string>
#include <vector>

/// Keying a target along an existing motion. Internal to core/edit.
namespace posewright::edit {

/// Constraint::soft for a target whose effector moves at these `distances` [m] from the root of a
/// chain of that `reach` [m]: the default share, or 0 if easing would pull the chain away from its
/// motion.
double softFor(const std::vector<double>& distances, double reach);

/// Keys the target along the path of its effector in `before`, so that on whole frames no joint of
/// the chain deviates by more than `tolerance` [m] and the target stays within reach. `grown` is
/// `before` with the target added, without keys or spans. Joints between root and effector deviate
/// more than the effector, most of all near full extension, so only there is the path followed more
/// closely. Error: the tolerance or the range is unusable, or the tolerance cannot be met (the
/// place is `argument`); cancelled.
Result<Document> fitted(const Document& before, const Document& grown, ConstraintId id,
                        double tolerance, const std::string& argument, const Context& context);

}  // namespace posewright::edit
