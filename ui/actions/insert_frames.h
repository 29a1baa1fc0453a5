#pragma once

#include <QDialog>

class QRadioButton;
class QSpinBox;

namespace posewright::ui {

/// How many frames to put in at the playhead, or to take out after it, on all rows.
class InsertFrames : public QDialog {
    Q_OBJECT

public:
    InsertFrames(double frame, QWidget* parent);

    /// Less than 0: taken out.
    int frames() const;

private:
    QSpinBox* count_;
    QRadioButton* takeOut_;
};

}  // namespace posewright::ui
