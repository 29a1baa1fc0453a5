#include "ui/session/playhead.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui {

Playhead::Playhead(QObject* parent) : QObject(parent)
{
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &Playhead::tick);
}

void Playhead::setFrame(double frame)
{
    frame = std::round(frame);
    if (!std::isfinite(frame) || frame == frame_) return;
    frame_ = frame;
    if (playing_) restartClock();
    emit moved(frame_);
}

void Playhead::setRange(double start, double end, double rate, bool loop)
{
    start_ = std::ceil(start);
    end_ = std::max(start_, std::floor(end));
    loop_ = loop;
    if (rate == rate_) return;
    rate_ = rate;
    if (playing_) restartClock();
}

void Playhead::setPlaying(bool playing)
{
    if (playing == playing_) return;
    playing_ = playing;
    if (playing) {
        const bool outside = frame_ < start_ || frame_ >= end_;
        if (outside) setFrame(start_);
        restartClock();
        timer_.start();
    } else {
        timer_.stop();
    }
    emit playingChanged(playing);
}

void Playhead::setRealTime(bool realTime)
{
    realTime_ = realTime;
    if (playing_) restartClock();
}

void Playhead::restartClock()
{
    clockFrame_ = frame_;
    clock_.restart();
    // In real time the timer fires more often than frames change, so that a late wake-up costs less
    // than a whole frame.
    const double looks = realTime_ ? 2 : 1;
    timer_.setInterval(std::max(1, static_cast<int>(1000 / (rate_ * looks))));
}

void Playhead::tick()
{
    const double passed =
        realTime_ ? std::floor(static_cast<double>(clock_.nsecsElapsed()) * 1e-9 * rate_)
                  : frame_ - clockFrame_ + 1;
    double next = clockFrame_ + passed;
    if (next > end_) {
        if (!loop_) {
            frame_ = end_;
            emit moved(frame_);
            setPlaying(false);
            return;
        }
        next = start_ + std::fmod(next - start_, end_ - start_ + 1);
    }
    if (next == frame_) return;
    frame_ = next;
    if (!realTime_) restartClock();
    emit moved(frame_);
}

}  // namespace posewright::ui
