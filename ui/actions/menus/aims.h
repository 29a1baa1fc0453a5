#pragma once

namespace posewright::ui {
class Desk;
}

/// Targets that ask for something else than a place.
namespace posewright::ui::menus {

bool canAddAim(Desk& desk);
void addAim(Desk& desk);

/// Two bones are selected, and a third one is above both.
bool canCloseLoop(Desk& desk);
void closeLoop(Desk& desk);

}  // namespace posewright::ui::menus
