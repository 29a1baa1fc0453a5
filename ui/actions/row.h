#pragma once

#include <QKeySequence>

#include <string_view>
#include <vector>

namespace posewright::ui {

class Desk;

/// Why an action cannot be done just now, as a clause for those who wonder: "select a target
/// first". Not translated yet, in the context "Actions"; null: it can be done.
using Obstacle = const char*;

/// One thing that the user can do: a row of the table that menus, toolbar, palette and the sheet of
/// keys are built from.
struct ActionRow {
    std::string_view id;    ///< "target.new"; stable: in settings and tests
    std::string_view menu;  ///< "Target", or "Time/Interpolation" for a menu inside one that has
                            ///< rows above; the order of the table is the order of the menus
    const char* text;       ///< with its mnemonic; translated in the context "Actions"
    const char* hint;       ///< one sentence for tooltip and status bar
    const char* words;  ///< others that users may look for it by, with blanks between; null: none
    const char* icon;   ///< null: the one of the id, "target-new"
    std::vector<QKeySequence> shortcuts;
    Obstacle (*obstacle)(Desk&);       ///< null: there never is one
    void (*run)(Desk&);                ///< for a checkable action, flips what `checked` tells
    bool (*checked)(Desk&) = nullptr;  ///< null: not checkable
    bool separatorBefore = false;
    bool oneOf = false;  ///< of the rows of its menu that have this, one is checked
};

}  // namespace posewright::ui
