#pragma once

#include "core/retarget/figure.h"

#include <vector>

/// Bones that are given roles by hand.
namespace posewright::ui {

/// The bone on the other side, by its name; the bone itself where there is none.
NodeIndex otherSide(const Scene& scene, NodeIndex row);

/// A bone has one role: whoever had it before gives it up.
void give(retarget::Figure& figure, retarget::Role role, std::vector<NodeIndex> bones);

}  // namespace posewright::ui
