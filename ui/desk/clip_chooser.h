#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace posewright::ui {

/// Asks which of many clips to show: a list that letters narrow down. Words in any order.
class ClipChooser : public QDialog {
    Q_OBJECT

public:
    /// @pre current is a row of names
    ClipChooser(const QStringList& names, int current, QWidget* parent);

    /// Row of the names that was chosen.
    int chosen() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void narrow(const QString& typed);

    QLineEdit* line_;
    QListWidget* list_;
};

}  // namespace posewright::ui
