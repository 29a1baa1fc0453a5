#pragma once

#include "ui/actions/row.h"

namespace posewright::ui {
class Desk;
}

/// Targets that ask for something other than a place.
namespace posewright::ui::menus {

/// Nothing without a selected bone.
Obstacle noBone(Desk& desk);
void addAim(Desk& desk);

/// Null where two bones, or targets that stand for them, are selected and a third bone is above
/// both.
Obstacle noLoop(Desk& desk);
void closeLoop(Desk& desk);

}  // namespace posewright::ui::menus
