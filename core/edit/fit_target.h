#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <string>
#include <vector>

/// Keying a target along a motion that is there. Inside of core/edit.
namespace posewright::edit {

/// The share of the reach over which a target is eased, where its effector has been at these
/// `distances` [m] from the root of a chain of that `reach` [m]: the usual share, or 0 if that
/// would pull the chain away from where it has been.
double softFor(const std::vector<double>& distances, double reach);

/// Keys the target along the way that its effector takes in `before`, so that on whole frames no
/// joint of the chain strays farther than `tolerance` [m] and the target stays where the chain
/// reaches. `grown` is that document with the target in it, without key or span.
/// Joints between root and effector stray farther than the effector does, most near full
/// extension: the path is followed more closely there, and only there.
/// Error: the tolerance or the range is nothing to work with, or it cannot be done this closely
/// (`argument` is to blame); cancelled.
Result<Document> fitted(const Document& before, const Document& grown, ConstraintId id,
                        double tolerance, const std::string& argument, const Context& context);

}  // namespace posewright::edit
