#pragma once

#include "ui/actions/row.h"

namespace posewright::ui {
class Desk;
}

/// Actions for aims and loops.
namespace posewright::ui::menus {

/// Obstacle: no bone is selected.
Obstacle noBone(Desk& desk);
void addAim(Desk& desk);

/// Null if two bones, or targets that stand for them, are selected and have a common ancestor bone.
Obstacle noLoop(Desk& desk);
void closeLoop(Desk& desk);

}  // namespace posewright::ui::menus
