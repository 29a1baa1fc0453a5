#pragma once

#include "ui/actions/row.h"

namespace posewright::ui::menus {

Obstacle nothingToCure(Desk& desk);
/// Shows why a target is missed or a limb moves roughly at the playhead, and the remedies.
void openReachDoctor(Desk& desk);

}  // namespace posewright::ui::menus
