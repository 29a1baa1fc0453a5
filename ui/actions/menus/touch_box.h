#pragma once

#include "ui/actions/row.h"

namespace posewright::ui::menus {

/// Why T does nothing on what is selected, if that is a target: nullopt if none is; null: its limb
/// is inside a box at the playhead, so that touchBox works.
std::optional<Obstacle> noBoxToTouch(Desk& desk);

/// Lays the end of the selected target's limb on the nearest side of the box that it is in.
/// @pre noBoxToTouch is null
void touchBox(Desk& desk);

}  // namespace posewright::ui::menus
