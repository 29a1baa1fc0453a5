#include "ui/time/edge_scroll.h"
#include "ui/time/time_canvas.h"

#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

// Which part of time and content is visible.
namespace posewright::ui {

namespace {

constexpr int kScrollUnits = 16;    ///< scroll bar steps per frame
constexpr double kPerNotch = 1.25;  ///< zoom per notch of the wheel
constexpr double kPanNotch = 60;    ///< [px]

}  // namespace

void TimeCanvas::showAll()
{
    const Playback& playback = session_.document().playback;
    setAxis(TimeAxis::fitting(playback.start, playback.end,
                              std::max(50, viewport()->width() - layout_.nameWidth)));
    fitted_ = true;
}

void TimeCanvas::showFrames(double first, double last)
{
    // A single frame is shown with its surroundings.
    const double air = first == last ? 10 : 0;
    const int width = std::max(50, viewport()->width() - layout_.nameWidth);
    TimeAxis axis = TimeAxis::fitting(first - air, last + air, width);
    // A few frames do not fill the panel, so centre them.
    axis.left = (first + last) / 2 - width / 2.0 / axis.pixelsPerFrame;
    setAxis(axis);
}

void TimeCanvas::showContent(int top, int bottom)
{
    // A horizontal scroll bar that has just appeared leaves less room.
    updateScrollBars();
    const int room = verticalScrollBar()->pageStep();
    const int now = verticalScrollBar()->value();
    verticalScrollBar()->setValue(std::min(std::max(now, bottom - room), top));
}

bool TimeCanvas::wantsViewKeys() const
{
    return viewport()->underMouse() || (hasFocus() && cursor_);
}

void TimeCanvas::setAxis(const TimeAxis& axis)
{
    fitted_ = false;
    layout_.axis = axis;
    updateScrollBars();
    viewport()->update();
}

void TimeCanvas::updateScrollBars()
{
    if (settingScroll_ || !content_) return;
    settingScroll_ = true;
    // The scroll bars affect each other: each one takes room from the other direction.
    constexpr int kMostRounds = 3;
    for (int round = 0; round < kMostRounds; ++round) {
        const QSize before = viewport()->size();
        fitRows();
        fitTime();
        if (viewport()->size() == before) break;
    }
    settingScroll_ = false;
}

void TimeCanvas::fitRows()
{
    const int all = content_->height(), row = content_->rowHeight();
    // If not all rows fit, end the view after a whole row.
    const int margin = viewportMargins().bottom();
    const int space = viewport()->height() + margin - layout_.contentTop();
    const int cut = space > row && all > space ? space % row : 0;
    if (cut != margin) setViewportMargins(0, 0, 0, cut);
    const int room = std::max(0, viewport()->height() - layout_.contentTop());
    verticalScrollBar()->setRange(0, std::max(0, all - room));
    verticalScrollBar()->setPageStep(room);
    verticalScrollBar()->setSingleStep(row);
}

void TimeCanvas::fitTime()
{
    const TimeLayout l = timeLayout();  // the scroll bar may have changed it

    // Scroll over all frames with content; if they all fit, there is no scroll bar.
    const Playback& playback = session_.document().playback;
    double first = playback.start, last = playback.end;
    if (const std::optional<Range> frames = content_->frames()) {
        first = std::min(first, frames->min);
        last = std::max(last, frames->max);
    }
    const double shown = (l.size.width() - l.nameWidth) / l.axis.pixelsPerFrame;
    const double air = 30 / l.axis.pixelsPerFrame;
    const bool all = l.axis.left <= first && l.axis.left + shown >= last;
    const double low = all ? l.axis.left : std::min(first - air, l.axis.left);
    const double high = all ? low : std::max(last + air - shown, l.axis.left);
    const auto steps = [](double frames) {
        return static_cast<int>(std::lround(std::clamp(frames, -1e8, 1e8) * kScrollUnits));
    };
    horizontalScrollBar()->setRange(steps(low), std::max(steps(low), steps(high)));
    horizontalScrollBar()->setPageStep(std::max(1, steps(shown)));
    horizontalScrollBar()->setSingleStep(std::max(1, steps(shown / 20)));
    horizontalScrollBar()->setValue(steps(l.axis.left));
}

void TimeCanvas::scrollContentsBy(int dx, int)
{
    if (!settingScroll_ && dx != 0) {
        fitted_ = false;
        layout_.axis.left = static_cast<double>(horizontalScrollBar()->value()) / kScrollUnits;
    }
    viewport()->update();
}

void TimeCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    // If everything was visible, keep it so at the new width.
    if (fitted_ && viewport()->width() > layout_.nameWidth * 3 / 2) showAll();
    updateScrollBars();
}

void TimeCanvas::followRange(const Document& now)
{
    const Playback before = std::exchange(seen_, now.playback);
    const bool otherClip = before.clip != seen_.clip;
    const bool otherRange = before.start != seen_.start || before.end != seen_.end;
    // Not during a gesture.
    if (!gesture_ && (otherClip || (otherRange && fitted_))) showAll();
}

void TimeCanvas::followPlayhead()
{
    // If the playhead leaves the view, page to it; not during a gesture.
    if (gesture_) return;
    const TimeLayout l = timeLayout();
    const double x = l.axis.x(session_.playhead().frame());
    const double width = l.size.width() - l.nameWidth;
    if (width < 50 || (x >= 0 && x <= width)) return;
    TimeAxis axis = l.axis;
    const bool right = x > width && x < 2 * width;
    axis.left = session_.playhead().frame() - (right ? 0.05 : 0.5) * width / axis.pixelsPerFrame;
    setAxis(axis);
}

void TimeCanvas::scrollAtEdges()
{
    const TimeGesture::Scroll scrolls =
        gesture_ && moved_ ? gesture_->scrolls() : TimeGesture::Scroll::Never;
    if (scrolls == TimeGesture::Scroll::Never) {
        edges_.stop();
        return;
    }
    const QPointF by = edgeScroll(timeLayout(), last_, scrolls);
    if (by.x() != 0) setAxis(layout_.axis.scrolled(by.x()));
    if (by.y() != 0)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(by.y()));
    dragTo(last_, heldWith_);
}

void TimeCanvas::wheelEvent(QWheelEvent* event)
{
    // Some systems turn the wheel with Shift or Alt into horizontal scrolling.
    const QPoint angle = event->angleDelta();
    const double notches = (angle.y() ? angle.y() : angle.x()) / 120.0;
    if (event->modifiers() & Qt::AltModifier) {
        wheel_ += notches;
        const double whole = std::trunc(wheel_);
        wheel_ -= whole;
        session_.playhead().setPlaying(false);
        session_.playhead().setFrame(session_.playhead().frame() - whole);
    } else if (event->modifiers() & Qt::ControlModifier) {
        const double x = std::max(0.0, event->position().x() - layout_.nameWidth);
        setAxis(layout_.axis.zoomed(x, std::pow(kPerNotch, notches)));
    } else if (event->modifiers() & Qt::ShiftModifier || !angle.y()) {
        setAxis(layout_.axis.scrolled(-notches * kPanNotch));
    } else {
        verticalScrollBar()->setValue(verticalScrollBar()->value() -
                                      static_cast<int>(notches * content_->rowHeight() * 2));
    }
    event->accept();
    if (!gesture_) hover(event->position());
}

}  // namespace posewright::ui
