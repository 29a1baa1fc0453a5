#pragma once

#include <QObject>
#include <QTimer>

#include <functional>

namespace posewright::ui {

/// Draws frames while there is something new to draw, and sleeps while there is not: an editor that
/// nobody touches takes no time of the machine. Qt 3D by itself looks for changes sixty times a
/// second, for ever.
class FrameLoop : public QObject {
    Q_OBJECT

public:
    /// `frame` draws one; `seen` says whether anybody could see it.
    FrameLoop(std::function<void()> frame, std::function<bool()> seen, QObject* parent = nullptr);

    /// Something to be drawn has changed. Frames follow at once and for a while, as what goes to
    /// the graphics card takes more than one to get there.
    void ask();

    bool awake() const { return timer_.isActive(); }
    /// Frames drawn since the start.
    int drawn() const noexcept { return drawn_; }

private:
    void tick();

    std::function<void()> frame_;
    std::function<bool()> seen_;
    QTimer timer_;
    int left_ = 0;  ///< frames to draw before sleeping
    int drawn_ = 0;
    bool drawing_ = false;
};

}  // namespace posewright::ui
