#include "ui/look/grey_tips.h"
#include "ui/time/canvas_tools.h"
#include "ui/time/edge_scroll.h"
#include "ui/time/time_canvas.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <cmath>

// Mouse handling of a canvas, independent of its content.
namespace posewright::ui {

namespace {

/// The middle button pans the view.
class Pan final : public TimeGesture {
public:
    Pan(TimeCanvas& canvas, const QPointF& pressed) : canvas_(canvas), last_(pressed)
    {
        canvas.viewport()->setCursor(Qt::ClosedHandCursor);
    }
    bool drags(const QPointF&) const override { return true; }
    void move(const TimePoint& to) override
    {
        canvas_.setAxis(canvas_.timeLayout().axis.scrolled(last_.x() - to.at.x()));
        QScrollBar* bar = canvas_.verticalScrollBar();
        bar->setValue(bar->value() + static_cast<int>(last_.y() - to.at.y()));
        last_ = to.at;
    }

private:
    TimeCanvas& canvas_;
    QPointF last_;
};

}  // namespace

void TimeMenu::separate() const
{
    menu.addSeparator();
}

TimeHit TimeCanvas::hitAt(const QPointF& at) const
{
    const Playhead& playhead = session_.playhead();
    return hitTest(timeLayout(),
                   {.markers = session_.document().clip().markers,
                    .start = playhead.start(),
                    .end = playhead.end()},
                   at);
}

TimePoint TimeCanvas::point(const QPointF& at, Qt::KeyboardModifiers modifiers) const
{
    return {at, timeLayout().frameAt(at.x()), layout_.axis.pixelsPerFrame, modifiers};
}

std::unique_ptr<TimeGesture> TimeCanvas::press(const TimePoint& at)
{
    pressedOn_ = hitAt(at.at);
    const CanvasTool* tool = toolFor(canvasTools(), *this, pressedOn_, at.modifiers);
    if (!tool || !tool->press) return content_->press(at);
    content_->leave();  // end hovering: nothing of the content is held
    return tool->press(*this, pressedOn_, at);
}

void TimeCanvas::mousePressEvent(QMouseEvent* event)
{
    if (gesture_) return;
    const QPointF at = event->position();
    pressed_ = last_ = at;
    pressedWith_ = event->modifiers();
    moved_ = false;
    setFocusCell(std::nullopt);
    if (event->button() == Qt::MiddleButton)
        gesture_ = std::make_unique<Pan>(*this, at);
    else if (event->button() == Qt::LeftButton)
        gesture_ = press(point(at, event->modifiers()));
    if (gesture_ && gesture_->drags({})) beginDrag();
}

bool TimeCanvas::beginDrag()
{
    moved_ = true;
    if (!gesture_->begin()) dropGesture();
    return gesture_ != nullptr;
}

void TimeCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (!gesture_)
        hover(at);
    else if (moved_ || (gesture_->drags(at - pressed_) && beginDrag()))
        dragTo(at, event->modifiers());
    last_ = at;
}

void TimeCanvas::dragTo(const QPointF& at, Qt::KeyboardModifiers modifiers)
{
    last_ = at;
    heldWith_ = modifiers;
    // Alt at the press selected the tool, such as copying; while still held it must not do
    // something else as well.
    gesture_->move(point(at, modifiers & ~altOf(pressedWith_)));
    if (!gesture_) return;
    if (const std::optional<QString> text = gesture_->readout()) emit hint(*text);
    viewport()->update();
    const bool beyond = !edgeScroll(timeLayout(), at, gesture_->scrolls()).isNull();
    if (beyond && !edges_.isActive())
        edges_.start();
    else if (!beyond)
        edges_.stop();
}

void TimeCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    const std::unique_ptr<TimeGesture> gesture = std::move(gesture_);
    const bool moved = moved_;
    dropGesture();
    if (gesture && moved)
        gesture->finish();
    else if (gesture)
        gesture->click();
    hover(event->position());
    viewport()->update();
}

void TimeCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || gesture_) return;
    const TimePoint at = point(event->position(), {});
    const TimeHit hit = hitAt(at.at);
    const CanvasTool* tool = toolFor(canvasTools(), *this, hit, {});
    if (!tool)
        content_->doubleClick(at);
    else if (tool->doubleClick)
        tool->doubleClick(*this, hit, at);
}

bool TimeCanvas::canCancel() const
{
    return gesture_ && moved_ && gesture_->canCancel();
}

void TimeCanvas::cancel()
{
    gesture_->cancel();
    dropGesture();
    viewport()->update();
    emit hint(tr("Drag cancelled"));
}

void TimeCanvas::dropGesture()
{
    gesture_.reset();
    moved_ = false;
    edges_.stop();
}

void TimeCanvas::hover(const QPointF& at)
{
    last_ = at;
    const TimeHit hit = hitAt(at);
    const TimePoint there = point(at, {});
    const CanvasTool* tool = toolFor(canvasTools(), *this, hit, {});
    const TimeHover in = content_->hover(there);
    viewport()->setCursor(tool ? tool->shape : in.shape);
    emit hint(tool ? tool->hintAt(*this, hit, there) : in.hint);
    if (hit == hovered_ && !in.changed) return;
    hovered_ = hit;
    viewport()->update();
}

void TimeCanvas::leaveEvent(QEvent*)
{
    hovered_ = {};
    content_->leave();
    emit hint({});
    viewport()->update();
}

bool TimeCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && content_) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const TimeHit hit = hitAt(help->pos());
        QString text;
        if (hit.part == TimeHit::Part::Strip)
            text = stripHint(*this, std::round(timeLayout().frameAt(help->pos().x())));
        if (hit.part == TimeHit::Part::Content) text = content_->toolTip(help->pos());
        if (!text.isEmpty()) {
            QToolTip::showText(help->globalPos(), text.toHtmlEscaped(), viewport());
            return true;
        }
        QToolTip::hideText();  // it was for another place
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimeCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    QPointF at = event->pos();
    if (event->reason() == QContextMenuEvent::Keyboard && cursor_) {
        const QRect row = content_->cells().rowRect(cursor_->row);
        at = {cursor_->frame ? timeLayout().frameX(*cursor_->frame) : 20, row.center().y() + 0.0};
    }
    QMenu menu(this);
    fillMenu(menu, at);
    explainGrey(menu);
    if (!menu.isEmpty()) menu.exec(viewport()->mapToGlobal(at.toPoint()));
}

void TimeCanvas::fillMenu(QMenu& menu, const QPointF& at)
{
    TimeMenu filled{menu, [&](std::string_view id) {
                        if (QAction* action = action_ ? action_(id) : nullptr)
                            menu.addAction(action);
                    }};
    const TimePoint there = point(at, {});
    const TimeHit hit = hitAt(at);
    const CanvasTool* tool = toolFor(canvasTools(), *this, hit, {});
    if (tool && tool->menu)
        tool->menu(*this, hit, there, filled);
    else
        content_->fillMenu(there, filled);
}

}  // namespace posewright::ui
