#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"

#include <optional>

namespace posewright::operate {

/// Where a target can be put so that its limb reaches it, limits aside: between two spheres.
struct ReachShell {
    Vec3 centre = Vec3::Zero();  ///< the root of the limb, world [m]
    double radius = 0;           ///< [m] of a limb that is stretched out
    double inner = 0;            ///< [m] how near it folds up to its root; 0: all the way
};

/// Of the limb of a target as it is shown; nothing where the target moves the root along, or asks
/// for something else than a place.
/// @pre shown is of doc
std::optional<ReachShell> reachShell(const Document& doc, const Evaluation& shown,
                                     ConstraintId target);

}  // namespace posewright::operate
