#pragma once

#include <QDialog>

namespace posewright::ui {

class Actions;

/// Every key and every gesture of the mouse, from the tables that they are made from.
class ControlsSheet : public QDialog {
    Q_OBJECT

public:
    ControlsSheet(const Actions& actions, QWidget* parent);
};

}  // namespace posewright::ui
