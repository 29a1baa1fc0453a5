#include "ui/viewport/qt3d/frame_loop.h"

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

constexpr int kFrameInterval = 16;   ///< [ms]
constexpr int kFramesOfAChange = 8;  ///< until buffers, textures and shaders are uploaded

}  // namespace

FrameLoop::FrameLoop(std::function<void()> frame, std::function<bool()> seen, QObject* parent) :
    QObject(parent), frame_(std::move(frame)), seen_(std::move(seen))
{
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &FrameLoop::tick);
}

void FrameLoop::ask()
{
    left_ = kFramesOfAChange;
    wake();
}

void FrameLoop::askOnce()
{
    left_ = std::max(left_, 1);
    wake();
}

void FrameLoop::wake()
{
    if (!timer_.isActive()) timer_.start(0);
}

void FrameLoop::tick()
{
    // A hidden view is drawn when it is shown again.
    if (!seen_()) {
        timer_.stop();
        return;
    }
    if (drawing_) return;
    if (timer_.interval() != kFrameInterval) timer_.setInterval(kFrameInterval);
    drawing_ = true;
    --left_;
    ++drawn_;
    frame_();
    drawing_ = false;
    if (left_ <= 0) timer_.stop();
}

}  // namespace posewright::ui
