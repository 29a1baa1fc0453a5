#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"
#include "core/evaluate/places.h"

/// Where a target is, as far as the animator is concerned.
namespace posewright::edit {

/// Has the target a key or a span in the active clip?
bool isAnimated(const Document& doc, const Constraint& constraint);

/// The world placement that a new key or contact starts from: the target's own if it has a key,
/// else the effector's (for an aim the nearest place that it looks at), so that the first key does
/// not change the pose. `effector` and `target` are where these nodes are shown.
WorldTransform placeOf(const Document& doc, const Constraint& constraint,
                       const WorldTransform& effector, const WorldTransform& target);

/// `target` moved to a place where the effector has no error of this kind, at about the distance
/// that it has now.
WorldTransform servedPlace(const ConstraintKind& kind, const WorldTransform& effector,
                           const WorldTransform& target);

}  // namespace posewright::edit
