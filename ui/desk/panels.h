#pragma once

#include <Qt>

#include <string_view>
#include <vector>

class QWidget;

namespace posewright::ui {

class Desk;

/// A panel around the view: a row of the table that the docks, their entries in the menu Window,
/// the way of F6 and the help on a panel are made from. A new panel is its widget and a row.
struct PanelRow {
    std::string_view id;       ///< "scene"; stable: its dock is called "sceneDock" in kept layouts
    const char* title;         ///< translated in the context "Panels"
    Qt::DockWidgetArea place;  ///< at first; those of one side lie in the order of the table
    QWidget* (*make)(Desk&);   ///< the dock takes it. Where F6 leads: its focus proxy, if any
    const char* page;          ///< of the manual, about it: "solvers.md"
    int letters = 0;           ///< its width at first; 0: that of its side
    int share = 0;             ///< of the height of its side at first; 0: what is left
    /// Gives the keyboard to a field that actions lead to, by the name of the field. Null: none.
    void (*enter)(QWidget& panel, std::string_view field) = nullptr;
    /// The width that it would like for the document that is shown now [px]. Null: any will do.
    int (*wish)(QWidget& panel) = nullptr;
    /// Closed at first, and a tab behind another panel once it is opened; null: neither. The other
    /// one's row stands before.
    const char* behind = nullptr;
    bool givesWay = false;  ///< to that panel, when something is selected
};

/// In the order of F6.
const std::vector<PanelRow>& panelTable();

}  // namespace posewright::ui
