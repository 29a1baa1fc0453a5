#pragma once

#include <Qt>

#include <string_view>
#include <vector>

class QWidget;

namespace posewright::ui {

class Desk;

/// A panel around the view: a row of the table that defines docks, their entries in the Window
/// menu, the order of F6 and the help on a panel. A new panel is a widget and a row.
struct PanelRow {
    std::string_view id;       ///< "scene"; stable: its dock is called "sceneDock" in kept layouts
    const char* title;         ///< translated in the context "Panels"
    Qt::DockWidgetArea place;  ///< default place; panels of one side are in the order of the table
    QWidget* (*make)(Desk&);   ///< becomes owned by the dock. F6 focuses it or its focus proxy
    const char* page;          ///< page of the manual about it: "solvers.md"
    int letters = 0;           ///< default width [average characters]; 0: that of its side
    int share = 0;             ///< default share of the height of its side; 0: the rest
    /// Focuses a field by name, for actions. Null: not supported.
    void (*enter)(QWidget& panel, std::string_view field) = nullptr;
    /// The preferred width for the current document [px]. Null: no preference.
    int (*wish)(QWidget& panel) = nullptr;
    /// If not null: closed by default, and opened as a tab behind this panel, whose row must come
    /// before.
    const char* behind = nullptr;
    bool givesWay = false;  ///< raises that panel when something is selected or edited
};

/// In the order in which F6 visits them.
const std::vector<PanelRow>& panelTable();

}  // namespace posewright::ui
