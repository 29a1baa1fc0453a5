#pragma once

class QPoint;
class QWidget;

namespace posewright::ui {

class Actions;

/// The menu under the right button in the viewport: rows of the table that can be done with what is
/// selected. Shown at a point of the screen; closes itself.
void openViewMenu(const Actions& actions, QWidget& parent, const QPoint& at);

}  // namespace posewright::ui
