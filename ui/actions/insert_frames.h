#pragma once

#include <QDialog>

class QRadioButton;
class QSpinBox;

namespace posewright::ui {

/// Asks how many frames to insert at the playhead, or remove after it, on all rows.
class InsertFrames : public QDialog {
    Q_OBJECT

public:
    InsertFrames(double frame, QWidget* parent);

    /// < 0: to remove.
    int frames() const;

private:
    QSpinBox* count_;
    QRadioButton* takeOut_;
};

}  // namespace posewright::ui
