#pragma once

class QMenu;

namespace posewright::ui {

/// Makes a menu show the tooltips of disabled actions, which say why they are disabled. Others have
/// no tooltip, since their hint is in the status bar.
void explainGrey(QMenu& menu);

}  // namespace posewright::ui
