#pragma once

#include <QKeySequence>

#include <string_view>
#include <vector>

namespace posewright::ui {

class Desk;

/// Why an action is disabled, as a clause: "select a target first". To be translated in the context
/// "Actions"; null: it is enabled.
using Obstacle = const char*;

/// One thing that the user can do: a row of the table that menus, toolbar, palette and the sheet of
/// keys are built from.
struct ActionRow {
    std::string_view id;    ///< "target.new"; stable: in settings and tests
    std::string_view menu;  ///< "Target", or "Time/Interpolation" for a menu inside
                            ///< another; the order of the table is the order of the menus
    const char* text;       ///< with its mnemonic; translated in the context "Actions"
    const char* hint;       ///< one sentence for tooltip and status bar
    const char* words;      ///< further search words, separated by blanks; null: none
    const char* icon;       ///< null: derived from the id, "target-new"
    std::vector<QKeySequence> shortcuts;
    Obstacle (*obstacle)(Desk&);       ///< null: always enabled
    void (*run)(Desk&);                ///< for a checkable action, flips what `checked` tells
    bool (*checked)(Desk&) = nullptr;  ///< null: not checkable
    bool separatorBefore = false;
    bool oneOf = false;  ///< exclusive: one of the rows of its menu with this flag is checked
};

}  // namespace posewright::ui
