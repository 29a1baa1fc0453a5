#pragma once

#include <QObject>

class QWidget;

namespace posewright::ui {

/// Decides which keys go to the window and which to the field that has the focus. In a field for
/// numbers Space plays, letters are shortcuts until a number is being typed (then they may be its
/// unit), undo is the document's, and Enter or Esc gives the focus back to the view. In a choice
/// the arrows choose; a button is pressed by Space.
class FieldKeys : public QObject {
    Q_OBJECT

public:
    /// @param home gets the focus when a field is done
    explicit FieldKeys(QWidget* home, QObject* parent = nullptr);

    /// Watches every field below, those there are and those to come.
    void watch(QWidget* root);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* home_;
};

}  // namespace posewright::ui
