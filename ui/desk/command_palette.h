#pragma once

#include "ui/actions/find_action.h"

#include <QDialog>

class QLabel;
class QTreeWidget;

namespace posewright::ui {

class FilterLine;

/// Finds a menu entry by words and runs it: type, arrows, Enter. Shows each entry's place in the
/// menus and its shortcut, so that users learn them. Bones and targets whose names match come after
/// the menu entries, once something is typed.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    /// @param things  of the document, with their kind as the path
    CommandPalette(std::vector<FoundAction> entries, QWidget* parent,
                   std::vector<FoundAction> things = {});

protected:
    void showEvent(QShowEvent* event) override;

private:
    void list(const QString& typed);
    void runCurrent();
    /// Below the list: what Enter does, or why it does nothing.
    void explain();

    std::vector<FoundAction> entries_;
    std::vector<FoundAction> things_;
    std::vector<FoundAction> shown_;
    std::size_t actions_ = 0;  ///< how many of those come from the menus, first
    QTreeWidget* list_;
    FilterLine* line_;
    QLabel* said_;
};

}  // namespace posewright::ui
