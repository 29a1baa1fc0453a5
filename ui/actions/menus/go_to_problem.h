#pragma once

#include "ui/actions/row.h"

namespace posewright::ui::menus {

/// Goes to the start of the next (`step` 1) or previous (-1) run of frames with a problem, or where
/// there is none with a note; selects what it is about, brings that into view and tells of it.
void goToProblem(Desk& desk, int step);

}  // namespace posewright::ui::menus
