#pragma once

#include <QTreeView>

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

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void showSelection();
    void takeSelection();
    void keepRoomForNames();

    Session& session_;
    SceneModel* model_;
    bool selecting_ = false;
};

}  // namespace posewright::ui
