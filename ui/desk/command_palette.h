#pragma once

#include "ui/actions/find_action.h"

#include <QDialog>

class QLabel;
class QTreeWidget;

namespace posewright::ui {

class FilterLine;

/// Finds a menu entry by words and runs it: type, arrows, Enter. Shows each entry's place in the
/// menus and its shortcut, so that users learn them.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    CommandPalette(std::vector<FoundAction> entries, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void list(const QString& typed);
    void runCurrent();
    /// Below the list: what Enter does, or why it does nothing.
    void explain();

    std::vector<FoundAction> entries_;
    std::vector<FoundAction> shown_;
    QTreeWidget* list_;
    FilterLine* line_;
    QLabel* said_;
};

}  // namespace posewright::ui
