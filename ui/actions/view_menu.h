#pragma once

class QPoint;
class QWidget;

namespace posewright::ui {

class Actions;

/// Opens the context menu of the viewport: those actions of the table that are enabled for the
/// selection. `at`: screen position [px].
void openViewMenu(const Actions& actions, QWidget& parent, const QPoint& at);

}  // namespace posewright::ui
