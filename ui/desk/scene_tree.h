#pragma once

#include <QTreeView>

#include <functional>

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

    /// What it takes to read every name that is unfolded. [px]
    int widthOfNames() const;

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void showSelection();
    void takeSelection();
    void keepRoomForNames();
    /// Each row that is unfolded, with its depth: 1 at the top.
    void forEachUnfolded(const std::function<void(const QModelIndex&, int)>& visit) const;

    Session& session_;
    SceneModel* model_;
    bool selecting_ = false;
};

}  // namespace posewright::ui
