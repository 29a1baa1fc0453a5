#pragma once

#include <QDialog>

class QListWidget;

namespace posewright::ui {

class Desk;
class FilterLine;

/// Asks which of many clips to show: a list that letters narrow down. Words in any order.
class ClipChooser : public QDialog {
    Q_OBJECT

public:
    /// @pre current is a row of names
    ClipChooser(const QStringList& names, int current, QWidget* parent);

    /// Row of the names that was chosen.
    int chosen() const;

private:
    void narrow(const QString& typed);

    QListWidget* list_;
    FilterLine* line_;
};

/// Shows a clip of the document, by its row; nothing where there is none, or it is shown.
void showClip(Desk& desk, int row);
/// Asks which one, then shows it.
void chooseClip(Desk& desk);

}  // namespace posewright::ui
