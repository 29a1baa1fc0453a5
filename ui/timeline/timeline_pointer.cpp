#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/timeline/commands.h"
#include "ui/timeline/snap_aims.h"
#include "ui/timeline/timeline.h"

#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

// What the mouse does on the timeline.
namespace posewright::ui {

namespace {

constexpr double kThreshold = 3;    ///< a press that moves less is a click [px]
constexpr double kPerNotch = 1.25;  ///< zoom of one notch of the wheel
constexpr double kPanNotch = 60;    ///< [px]
constexpr double kEdge = 14;        ///< a drag this near to the border scrolls [px]

using Part = TimelineHit::Part;

}  // namespace

std::optional<KeyFrameBox> Timeline::box() const
{
    return keyFrameBox(model_.rows(), model_.selectedFrames());
}

TimelineHit Timeline::hitAt(const QPointF& at) const
{
    const Playhead& playhead = session_.playhead();
    return hitTest(layoutNow(),
                   {.rows = model_.rows(),
                    .markers = session_.document().clip().markers,
                    .start = playhead.start(),
                    .end = playhead.end(),
                    .box = box(),
                    .selectedSpans = session_.selection().spans()},
                   at);
}

double Timeline::frameAt(const QPointF& at) const
{
    return layoutNow().frameAt(at.x());
}

Snapper Timeline::snapper(bool keysMove) const
{
    return {snapAims(model_.rows(), keysMove
                                        ? model_.selectedFrames()
                                        : std::vector<std::vector<double>>(model_.rows().size())),
            session_.document(), session_.playhead().frame(), snap_};
}

DragPoint Timeline::dragPoint(const QPointF& at, Qt::KeyboardModifiers modifiers) const
{
    // What was held at the press has said its part; held on, it does not snap as well.
    return {frameAt(at), layout_.axis.pixelsPerFrame, modifiers};
}

void Timeline::scrubTo(double x)
{
    const TimelineLayout l = layoutNow();
    session_.playhead().setPlaying(false);
    session_.playhead().setFrame(
        std::round(l.frameAt(std::clamp<double>(x, l.nameWidth, l.size.width()))));
}

void Timeline::mousePressEvent(QMouseEvent* event)
{
    if (mode_ != Mode::Idle) return;
    const QPointF at = event->position();
    pressed_ = last_ = at;
    pressedWith_ = event->modifiers();
    setFocusCell(std::nullopt);
    if (event->button() == Qt::MiddleButton) {
        mode_ = Mode::Pan;
        viewport()->setCursor(Qt::ClosedHandCursor);
        return;
    }
    if (event->button() == Qt::LeftButton) press(hitAt(at), at, event->modifiers());
}

void Timeline::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    switch (mode_) {
    case Mode::Idle: hover(at); break;
    case Mode::Scrub: dragTo(at, event->modifiers()); break;
    case Mode::Pan:
        setAxis(layout_.axis.scrolled(last_.x() - at.x()));
        verticalScrollBar()->setValue(verticalScrollBar()->value() +
                                      static_cast<int>(last_.y() - at.y()));
        break;
    case Mode::Divider:
        layout_.nameWidth =
            std::clamp(static_cast<int>(at.x()), 60, std::max(60, viewport()->width() - 120));
        placeHeader();
        updateScrollBars();
        viewport()->update();
        break;
    case Mode::Press:
        if (boxOrSpan_) {
            const QPointF way = at - pressed_;
            if (std::max(std::abs(way.x()), std::abs(way.y())) < kThreshold) break;
            boxOrSpan_ = false;
            pressGround(pressedOn_, pressedWith_);
            dragTo(at, event->modifiers());
            break;
        }
        if (std::abs(at.x() - pressed_.x()) < kThreshold) break;
        chooseOnRelease_.reset();
        session_.playhead().setPlaying(false);
        drag_ = dragFor(pressedOn_, frameAt(pressed_), pressedWith_);
        mode_ = drag_ ? Mode::Drag : Mode::Idle;
        if (!drag_) break;
        [[fallthrough]];
    case Mode::Drag:
    case Mode::Box: dragTo(at, event->modifiers()); break;
    }
    last_ = at;
}

void Timeline::dragTo(const QPointF& at, Qt::KeyboardModifiers modifiers)
{
    last_ = at;
    heldWith_ = modifiers;
    if (mode_ == Mode::Scrub) {
        scrubTo(at.x());
    } else if (mode_ == Mode::Box) {
        boxTo(at);
    } else {
        // Alt at the press chose to copy or to draw; held on it would mean something else.
        drag_->move(dragPoint(at, modifiers & ~(pressedWith_ & Qt::AltModifier)));
        emit hint(drag_->readout());
        viewport()->update();
    }
    const bool beyond = at.x() > viewport()->width() - kEdge ||
                        at.x() < layout_.nameWidth + kEdge ||
                        (mode_ == Mode::Box &&
                         (at.y() > viewport()->height() - kEdge || at.y() < layout_.rowsTop()));
    if (beyond && !edges_.isActive())
        edges_.start();
    else if (!beyond)
        edges_.stop();
}

void Timeline::scrollAtEdges()
{
    if (mode_ != Mode::Scrub && mode_ != Mode::Box && mode_ != Mode::Drag) {
        edges_.stop();
        return;
    }
    // The farther out, the faster.
    const auto speed = [](double beyond) {
        return beyond > 0 ? std::min(4 + beyond * 0.6, 60.0) : 0;
    };
    const double x = speed(last_.x() - viewport()->width() + kEdge) -
                     speed(layout_.nameWidth + kEdge - last_.x());
    const double y = mode_ == Mode::Box ? speed(last_.y() - viewport()->height() + kEdge) -
                                              speed(layout_.rowsTop() - last_.y())
                                        : 0;
    if (x != 0) setAxis(layout_.axis.scrolled(x));
    if (y != 0) verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(y));
    dragTo(last_, heldWith_);
}

void Timeline::boxTo(const QPointF& at)
{
    const TimelineLayout l = layoutNow();
    // It began at a frame and a row, wherever those have been scrolled to.
    const QPointF from(l.frameX(rubberFrame_), pressed_.y() + rubberScroll_ - l.scrollY);
    rubber_ = QRectF(from, at).normalized();
    std::vector<edit::KeyRef> keys = before_;
    const double first = l.frameAt(rubber_.left()), last = l.frameAt(rubber_.right());
    std::vector<edit::KeyRef> inside;
    for (int i = 0; i < std::ssize(model_.rows()); ++i) {
        // A box as flat as a line is meant for the row that it runs along.
        const bool along = i == pressedOn_.row && rubber_.height() < l.rowHeight / 2.0;
        const double y = l.rowRect(i).center().y();
        // Rows that stand for others would take in what the box does not show.
        const bool beside = y < rubber_.top() || y > rubber_.bottom();
        if ((beside && !along) || model_.rows()[i].isGroup()) continue;
        const std::vector<edit::KeyRef> row = model_.refs(i, first, last);
        inside.insert(inside.end(), row.begin(), row.end());
    }
    if (keys.empty()) {
        keys = std::move(inside);
    } else {
        const bool toggles = pressedWith_ & Qt::ControlModifier;
        for (const edit::KeyRef& key : inside) {
            const auto had = std::find(keys.begin(), keys.end(), key);
            if (had == keys.end())
                keys.push_back(key);
            else if (toggles)
                keys.erase(had);
        }
    }
    session_.selection().setKeys(std::move(keys));
    viewport()->update();
}

void Timeline::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    const Mode was = std::exchange(mode_, Mode::Idle);
    edges_.stop();
    if (was == Mode::Drag) {
        drag_->finish();
        drag_.reset();
    } else if (was == Mode::Press && pressedOn_.part == Part::Key &&
               pressedWith_ & Qt::AltModifier) {
        tell(timeline::nextEasing(session_, session_.selection().keys()));
    } else if (was == Mode::Press && std::exchange(boxOrSpan_, false)) {
        pressSpan(pressedOn_, pressedWith_);
        mode_ = Mode::Idle;
    } else if (was == Mode::Press && chooseOnRelease_) {
        const double frame = chooseOnRelease_->frame;
        chooseKeys(model_.refs(pressedOn_.row, frame));
    } else if (was == Mode::Press && pressedOn_.part == Part::Box) {
        session_.selection().setKeys({});  // a click beside the keys lets go of them
    } else if (was == Mode::Box && session_.selection().keys() != before_) {
        selectNodesOfKeys();
    }
    chooseOnRelease_.reset();
    hover(event->position());
    viewport()->update();
}

void Timeline::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) return;
    const QPointF at = event->position();
    const TimelineHit hit = hitAt(at);
    switch (hit.part) {
    case Part::Ruler:
    case Part::RangeBody:
    case Part::Lane: showAll(); break;
    case Part::Marker: renameMarker(session_.document().clip().markers[hit.marker].frame); break;
    case Part::Name:
    case Part::Expander: setExpanded(hit.row, !model_.rows()[hit.row].expanded); break;
    case Part::Divider:
        layout_.nameWidth = TimelineLayout::forFont(font()).nameWidth;
        placeHeader();
        updateScrollBars();
        viewport()->update();
        break;
    case Part::Row:
    case Part::Box:
    case Part::Span:
        if (hit.row >= 0) setKeyAt(hit.row, std::round(frameAt(at)));
        break;
    default: break;
    }
    mode_ = Mode::Idle;
}

void Timeline::wheelEvent(QWheelEvent* event)
{
    // Some systems turn the wheel with Shift or Alt into a horizontal one by themselves.
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
                                      static_cast<int>(notches * layout_.rowHeight * 2));
    }
    event->accept();
    if (mode_ == Mode::Idle) hover(event->position());
}

bool Timeline::cancel()
{
    if (mode_ == Mode::Drag) {
        drag_->cancel();
        drag_.reset();
    } else if (mode_ == Mode::Box) {
        session_.selection().setKeys(before_);
    } else {
        return false;
    }
    mode_ = Mode::Idle;
    edges_.stop();
    viewport()->update();
    emit hint(tr("Drag cancelled"));
    return true;
}

}  // namespace posewright::ui
