#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace posewright::ui {

/// The current frame, and playback. Not part of the document.
///
/// Always on whole frames. In real time it follows the clock and skips frames if drawing is too
/// slow; otherwise it shows every frame, possibly slower. At the end of the range playing wraps
/// around or stops.
class Playhead : public QObject {
    Q_OBJECT

public:
    explicit Playhead(QObject* parent = nullptr);

    double frame() const noexcept { return frame_; }
    /// Rounds to a whole frame. Not clamped to the range.
    void setFrame(double frame);

    double start() const noexcept { return start_; }
    double end() const noexcept { return end_; }
    double rate() const noexcept { return rate_; }
    bool loop() const noexcept { return loop_; }
    /// Sets the range to play: whole frames, both ends included; rate in [frames/s].
    void setRange(double start, double end, double rate, bool loop);

    bool playing() const noexcept { return playing_; }
    void setPlaying(bool playing);

    bool realTime() const noexcept { return realTime_; }
    void setRealTime(bool realTime);

signals:
    void moved(double frame);
    void playingChanged(bool playing);

private:
    void tick();
    void restartClock();

    double frame_ = 0;
    double start_ = 0;
    double end_ = 0;
    double rate_ = 24;
    bool loop_ = true;
    bool playing_ = false;
    bool realTime_ = true;
    double clockFrame_ = 0;  ///< frame when the clock was started
    QElapsedTimer clock_;
    QTimer timer_;
};

}  // namespace posewright::ui
