#pragma once

#include <QDialog>

namespace posewright::ui {

class Actions;

/// Lists every key and mouse gesture, from the tables that define them.
class ControlsSheet : public QDialog {
    Q_OBJECT

public:
    ControlsSheet(const Actions& actions, QWidget* parent);
};

}  // namespace posewright::ui
