#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"
#include "core/evaluate/places.h"

/// Where a target is, as far as the animator is concerned. Inside of core/edit.
namespace posewright::edit {

/// Did the animator say anything yet about when and where the target is? False: it has neither a
/// key nor a span in the active clip.
bool isAnimated(const Document& doc, const Constraint& constraint);

/// The world placement that a new key or contact starts from: the target's own where it has a key;
/// the effector's where it has none, so that the pose shown is where the motion starts. `effector`
/// and `target` are where those nodes are shown.
WorldTransform placeOf(const Document& doc, const Constraint& constraint,
                       const WorldTransform& effector, const WorldTransform& target);

}  // namespace posewright::edit
