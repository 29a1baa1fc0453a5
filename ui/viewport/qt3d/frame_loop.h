#pragma once

#include <QObject>
#include <QTimer>

#include <functional>

namespace posewright::ui {

/// Draws frames only while there is something new to draw, so that an idle editor uses no processor
/// time. Qt 3D by itself would look for changes sixty times a second.
class FrameLoop : public QObject {
    Q_OBJECT

public:
    /// `frame` draws a frame; `seen` returns whether the window is visible.
    FrameLoop(std::function<void()> frame, std::function<bool()> seen, QObject* parent = nullptr);

    /// Requests drawing after a change. Several frames are drawn, because uploads to the graphics
    /// card take more than one.
    void ask();

    /// As above for a change of values alone, such as the frames of a motion: it is drawn once. Qt
    /// 3D would draw each a second time, although nothing was left to upload.
    void askOnce();

    bool awake() const { return timer_.isActive(); }
    /// Frames drawn since the start.
    int drawn() const noexcept { return drawn_; }

private:
    void wake();
    void tick();

    std::function<void()> frame_;
    std::function<bool()> seen_;
    QTimer timer_;
    int left_ = 0;  ///< frames to draw before sleeping
    int drawn_ = 0;
    bool drawing_ = false;
};

}  // namespace posewright::ui
