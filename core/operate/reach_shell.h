#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"

#include <optional>

namespace posewright::operate {

/// The region that a limb can reach, ignoring limits: between two spheres.
struct ReachShell {
    Vec3 centre = Vec3::Zero();  ///< the root of the limb, world [m]
    double radius = 0;           ///< reach of the straight limb [m]
    double inner = 0;            ///< distance from its root when fully folded [m]
};

/// That of a target's limb as shown; nullopt if the target moves the root, or does not ask for a
/// place.
/// @pre shown is of doc
std::optional<ReachShell> reachShell(const Document& doc, const Evaluation& shown,
                                     ConstraintId target);

}  // namespace posewright::operate
