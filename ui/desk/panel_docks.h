#pragma once

#include "ui/desk/panels.h"

#include <QList>
#include <QString>

#include <string_view>
#include <vector>

class QDockWidget;
class QMainWindow;

namespace posewright::ui {

/// The docks of one window, one for each row of a table of panels.
class PanelDocks {
public:
    /// In their first arrangement. @pre window and desk outlive it
    PanelDocks(QMainWindow& window, Desk& desk, std::vector<PanelRow> rows);

    /// @pre there is such a row
    QDockWidget& operator[](std::string_view id) const;
    /// In the order of the table.
    const QList<QDockWidget*>& all() const noexcept { return docks_; }

    /// Shows a panel, wherever it is closed or behind a tab, and gives the keyboard to one of its
    /// fields. @pre there is such a row
    void enter(std::string_view id, std::string_view field);

    /// Those that give way let the panels that they stand in front of be seen; `unseen`: also
    /// before the window is shown, when what they showed is of a session that is over.
    void giveWay(bool unseen = false);

    /// Gives the keyboard to the next of those that are seen, or to the one before; `view` stands
    /// before the first.
    void moveFocus(int by, QWidget& view);

    /// Makes those that would like to be wider so, as far as there is room, and takes back what was
    /// given before where nobody has changed it since.
    void widen();

    /// The manual's page about the panel that has the keyboard; empty: none has it.
    QString page() const;

private:
    QMainWindow& window_;
    std::vector<PanelRow> rows_;
    QList<QDockWidget*> docks_;  ///< as the rows
    struct Widened {
        int from = 0, to = 0;  ///< [px]
    };
    std::vector<Widened> widened_;  ///< as the rows
};

}  // namespace posewright::ui
