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

/// Poses that were kept, as pictures: a double click puts the figure into one at the playhead, all
/// of it or what is selected, as far as the slider says. Another slider leads the pose shown
/// towards the keys on both sides.
class PosePanel : public QWidget {
    Q_OBJECT

public:
    explicit PosePanel(Desk& desk);

    /// Keeps the pose shown, under a name that can be typed over at once.
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
    int gesture_ = 0;                 ///< while a slider is held
    std::optional<Document> before_;  ///< as it was then
};

}  // namespace posewright::ui
