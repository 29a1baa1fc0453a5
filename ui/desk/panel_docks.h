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
    /// Creates them in the default arrangement. @pre window and desk outlive it
    PanelDocks(QMainWindow& window, Desk& desk, std::vector<PanelRow> rows);

    /// @pre there is such a row
    QDockWidget& operator[](std::string_view id) const;
    /// In the order of the table.
    const QList<QDockWidget*>& all() const noexcept { return docks_; }

    /// Shows a panel, even if closed or behind a tab, and focuses one of its fields. @pre there is
    /// such a row
    void enter(std::string_view id, std::string_view field);

    /// Raises the panels that others with `givesWay` cover. `unseen`: even before the window is
    /// shown, for content of an earlier session.
    void giveWay(bool unseen = false);

    /// Focuses the next (1) or previous (-1) visible panel; `view` comes before the first.
    void moveFocus(int by, QWidget& view);

    /// Widens panels to their `wish`, as far as there is room, and undoes earlier widening that the
    /// user has not changed.
    void widen();

    /// The manual's page about the focused panel; empty: none has the focus.
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
