#pragma once

#include "core/base/id.h"

#include <QPersistentModelIndex>
#include <QStringList>
#include <QTreeView>

#include <functional>
#include <vector>

namespace posewright::ui {

class SceneModel;
class Session;

/// The scene as a tree whose selection is that of the session. Arrow keys move in it; letters and
/// Space go to the window.
class SceneTree : public QTreeView {
    Q_OBJECT

public:
    explicit SceneTree(Session& session, QWidget* parent = nullptr);

    /// Opens the name of the active node for editing.
    void renameActive();

    /// Shows only nodes whose names contain all of these words, with their parents; without words,
    /// everything as before. Ignores case.
    void setFilter(const QString& words);
    /// Selects the first matching row; false: there is none.
    bool pickFirst();

    /// Dims the names of nodes that the view does not show. @param nodes sorted
    void dimNames(std::vector<NodeId> nodes);
    bool isDim(NodeId node) const;

    /// The width needed to show every expanded name. [px]
    int widthOfNames() const;

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool fits(const QModelIndex& row) const;
    QModelIndex firstFit(const QModelIndex& above) const;
    bool narrow(const QModelIndex& above);
    void applyFilter();
    void showSelection();
    void takeSelection();
    void keepRoomForNames();
    /// Visits each visible row with its depth, 1 at the top.
    void forEachUnfolded(const std::function<void(const QModelIndex&, int)>& visit) const;

    Session& session_;
    SceneModel* model_;
    bool selecting_ = false;
    std::vector<NodeId> dim_;
    QStringList words_;  ///< of the filter
    bool anyFits_ = true;
    std::vector<QPersistentModelIndex>
        unfolded_;  ///< expanded by the filter; collapsed again later
};

}  // namespace posewright::ui
