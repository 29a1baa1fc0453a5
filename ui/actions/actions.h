#pragma once

#include <QKeySequence>
#include <QObject>
#include <QString>

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

class QAction;

namespace posewright::ui {

class Desk;

/// One thing that the user can do: a row of the table that menus, toolbar and palette are built
/// from.
struct ActionRow {
    std::string_view id;    ///< "target.new"; stable: in settings and tests
    std::string_view menu;  ///< "Target"; the order of the table is the order of the menus
    const char* text;       ///< with its mnemonic; translated in the context "Actions"
    const char* hint;       ///< one sentence for tooltip and status bar
    const char* icon;       ///< null: none
    std::vector<QKeySequence> shortcuts;
    bool (*enabled)(Desk&);            ///< null: always
    void (*run)(Desk&);                ///< for a checkable action, flips what `checked` tells
    bool (*checked)(Desk&) = nullptr;  ///< null: not checkable
    bool separatorBefore = false;
};

/// All actions. A new one is a new row.
const std::vector<ActionRow>& actionTable();

/// The table as QActions of one window, kept up to date with the session.
class Actions : public QObject {
    Q_OBJECT

public:
    explicit Actions(Desk& desk, QObject* parent = nullptr);

    QAction* operator[](std::string_view id) const;
    const std::vector<QAction*>& all() const noexcept { return all_; }

    /// Asks each row whether it is enabled and checked. Cheap.
    void refresh();

private:
    Desk& desk_;
    std::vector<QAction*> all_;  ///< in the order of the table
};

}  // namespace posewright::ui
