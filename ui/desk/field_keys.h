#pragma once

#include <QObject>

class QWidget;

namespace posewright::ui {

/// Decides which keys go to the window and which to the field that has the focus. In a number field
/// Space plays, letters are shortcuts unless a number is being typed (then they may be its unit),
/// undo is the document's, and Enter or Esc returns the focus to the view. In a combo box the
/// arrows choose; Space presses a button.
class FieldKeys : public QObject {
    Q_OBJECT

public:
    /// @param home gets the focus after Enter or Esc in a field
    explicit FieldKeys(QWidget* home, QObject* parent = nullptr);

    /// Watches every field below `root`, including those added later.
    void watch(QWidget* root);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* home_;
};

}  // namespace posewright::ui
