#pragma once

#include "core/retarget/figure.h"

#include <string>
#include <vector>

/// Bones that are given roles by hand.
namespace posewright::ui {

/// The bone on the other side, by its name; the bone itself where there is none.
NodeIndex otherSide(const Scene& scene, NodeIndex row);

/// What the names of all bones begin with, up to a colon, as "mixamorig:". It tells none of them
/// from another. Empty: nothing.
std::string nameSpaceOf(const Scene& scene);

/// A bone has one role: whoever had it before gives it up.
void give(retarget::Figure& figure, retarget::Role role, std::vector<NodeIndex> bones);

}  // namespace posewright::ui
