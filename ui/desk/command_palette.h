#pragma once

#include "ui/actions/find_action.h"

#include <QDialog>

class QLabel;
class QTreeWidget;

namespace posewright::ui {

class FilterLine;

/// Finds an entry of the menus by words and runs it: type, arrows, Enter. Shows where each one is
/// in the menus and its shortcut, so that the next time it is not needed. Says so where nothing
/// matches.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    CommandPalette(std::vector<FoundAction> entries, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void list(const QString& typed);
    void runCurrent();

    std::vector<FoundAction> entries_;
    std::vector<FoundAction> shown_;
    QTreeWidget* list_;
    FilterLine* line_;
    QLabel* said_;
};

}  // namespace posewright::ui
