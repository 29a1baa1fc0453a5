#pragma once

class QMenu;

namespace posewright::ui {

/// Over an entry that is grey, a menu shows the action's tooltip: why it is. Over others it shows
/// none, their sentence is in the status bar.
void explainGrey(QMenu& menu);

}  // namespace posewright::ui
