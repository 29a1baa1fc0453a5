#pragma once

#include <QToolButton>

#include <set>

class QListWidget;

namespace posewright::ui {

/// In which of several clips the feet are held: "in all clips", "in 1 of 2 clips". A menu with a
/// tick for each clip that is ticked in a list.
class HeldClips : public QToolButton {
    Q_OBJECT

public:
    /// @pre the list outlives it; its rows are the clips
    explicit HeldClips(QListWidget& clips, QWidget* parent = nullptr);

    /// Rows of the clips in which they are not held.
    const std::set<int>& loose() const noexcept { return loose_; }

signals:
    void changed();

private:
    void fill();
    void name();

    QListWidget& clips_;
    std::set<int> loose_;
};

}  // namespace posewright::ui
