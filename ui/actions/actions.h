#pragma once

#include "ui/actions/row.h"

#include <QObject>

#include <string_view>
#include <vector>

class QAction;

namespace posewright::ui {

class Desk;

/// All actions, menu by menu. A new one is a new row in its menu's file.
const std::vector<ActionRow>& actionTable();

/// The table as QActions of one window, kept up to date with the session.
class Actions : public QObject {
    Q_OBJECT

public:
    explicit Actions(Desk& desk, QObject* parent = nullptr);

    QAction* operator[](std::string_view id) const;
    const std::vector<QAction*>& all() const noexcept { return all_; }

    /// Updates whether each action is enabled and checked. Cheap. Disabled actions have the reason
    /// in their tips.
    void refresh();

private:
    void explain(std::size_t row, Obstacle obstacle);

    Desk& desk_;
    std::vector<QAction*> all_;        ///< in the order of the table
    std::vector<Obstacle> obstacles_;  ///< as shown in their tips
};

}  // namespace posewright::ui
