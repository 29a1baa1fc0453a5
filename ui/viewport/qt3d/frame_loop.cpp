#include "ui/viewport/qt3d/frame_loop.h"

#include <utility>

namespace posewright::ui {

namespace {

constexpr int kFrameInterval = 16;   ///< [ms]
constexpr int kFramesOfAChange = 8;  ///< buffers, textures and shaders are there by then

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
    if (!timer_.isActive()) timer_.start(0);
}

void FrameLoop::tick()
{
    // What is not seen is drawn once it is: whoever shows the window asks.
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
