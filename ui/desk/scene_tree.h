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

/// The scene as a tree that selects what the session has selected, and the other way round. The
/// arrows walk it; letters and Space stay the window's.
class SceneTree : public QTreeView {
    Q_OBJECT

public:
    explicit SceneTree(Session& session, QWidget* parent = nullptr);

    /// Opens the name of the active node for editing.
    void renameActive();

    /// Shows only names with all of these words in them, each below what it hangs on; without
    /// words, all as it was. Capitals do not matter.
    void setFilter(const QString& words);
    /// Selects the first row that has the words; false: none has.
    bool pickFirst();

    /// Names of nodes that the view does not show are dim. @param nodes sorted
    void dimNames(std::vector<NodeId> nodes);
    bool isDim(NodeId node) const;

    /// What it takes to read every name that is unfolded. [px]
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
    /// Each row that is unfolded, with its depth: 1 at the top.
    void forEachUnfolded(const std::function<void(const QModelIndex&, int)>& visit) const;

    Session& session_;
    SceneModel* model_;
    bool selecting_ = false;
    std::vector<NodeId> dim_;
    QStringList words_;  ///< that rows are narrowed down by
    bool anyFits_ = true;
    std::vector<QPersistentModelIndex> unfolded_;  ///< to show what fits; folded again later
};

}  // namespace posewright::ui
