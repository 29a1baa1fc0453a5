#pragma once

#include <QDialog>

class QListWidget;

namespace posewright::ui {

class Desk;
class FilterLine;

/// Asks which of many clips to show: a list that is filtered by words in any order.
class ClipChooser : public QDialog {
    Q_OBJECT

public:
    /// @pre current is a row of names
    ClipChooser(const QStringList& names, int current, QWidget* parent);

    /// The chosen row of the names.
    int chosen() const;

private:
    void narrow(const QString& typed);

    QListWidget* list_;
    FilterLine* line_;
};

/// Makes a clip the active one, by its row; does nothing if there is no such row or it is active
/// already.
void showClip(Desk& desk, int row);
/// Asks which one, then shows it.
void chooseClip(Desk& desk);

}  // namespace posewright::ui
