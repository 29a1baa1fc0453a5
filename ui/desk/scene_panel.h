#pragma once

#include <QWidget>

namespace posewright::ui {

class FilterLine;
class SceneTree;
class Session;

/// The scene as a list, with a field above it that narrows it down to what one looks for.
class ScenePanel : public QWidget {
    Q_OBJECT

public:
    explicit ScenePanel(Session& session);

    SceneTree& tree() const { return *tree_; }
    /// The keyboard to the field, its words ready to be typed over.
    void find();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    SceneTree* tree_;
    FilterLine* sought_;
};

}  // namespace posewright::ui
