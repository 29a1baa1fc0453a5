#pragma once

#include <QWidget>

namespace posewright::ui {

class FilterLine;
class SceneTree;
class Session;

/// The scene tree with a filter field above it.
class ScenePanel : public QWidget {
    Q_OBJECT

public:
    explicit ScenePanel(Session& session);

    SceneTree& tree() const { return *tree_; }
    /// Focuses the field and selects its text.
    void find();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    SceneTree* tree_;
    FilterLine* sought_;
};

}  // namespace posewright::ui
