#pragma once

#include "core/operate/operate.h"
#include "ui/files/pose_library.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;
class QSlider;

namespace posewright::ui {

class Desk;

/// Stored poses as pictures. A double click applies one at the playhead to the figure or the
/// selection, by the amount of a slider. Another slider blends the current pose towards the
/// neighbouring keys.
class PosePanel : public QWidget {
    Q_OBJECT

public:
    explicit PosePanel(Desk& desk);

    /// Stores the current pose under a default name, ready to be edited.
    void keepShown();

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void nameParts();
    void layOut();
    void listen();
    void reload(const std::filesystem::path& current = {});
    const KeptPose* chosen() const;
    operate::PastePose paste(const operate::Pose& pose) const;
    std::vector<NodeId> selectedBones() const;
    void apply();
    void begin();
    void end();
    void beginAmount();
    void showTween(int percent);
    void showAmount(int percent);
    void rename(QListWidgetItem* item);
    void remove();
    void refresh();
    void openMenu(const QPoint& at);

    Desk& desk_;
    std::vector<KeptPose> poses_;
    QPushButton* keep_;
    QPushButton* apply_;
    QListWidget* list_;
    QLabel* empty_;
    QSlider* amount_;
    QLabel* percent_;
    QSlider* tween_;
    QCheckBox* selected_;
    QCheckBox* mirrored_;
    int gesture_ = 0;                 ///< open while a slider is dragged
    std::optional<Document> before_;  ///< the document when that gesture began
};

}  // namespace posewright::ui
