#include "ui/time/time_access.h"
#include "ui/time/time_canvas.h"
#include "ui/time/walk.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

// Keyboard handling of a canvas. Tab shows a cursor, and the mouse hides it. While it is shown, the
// arrow keys move over rows and items and are no shortcuts.
namespace posewright::ui {

bool TimeCanvas::takesKey(const QKeyEvent& event) const
{
    if (event.key() == Qt::Key_Escape) return canCancel() || cursor_;
    if (!cursor_ || cursor_->row >= content_->cells().rows())
        return false;  // there is nothing to
                       // move over
    const bool plain =
        !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (isWalk(event.key())) return plain;
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: return !(event.modifiers() & Qt::AltModifier);
    case Qt::Key_Plus:
    case Qt::Key_Minus:
    case Qt::Key_Insert: return plain;
    default: return false;
    }
}

bool TimeCanvas::eventFilter(QObject* watched, QEvent* event)
{
    const bool pressed = event->type() == QEvent::KeyPress;
    if ((pressed || event->type() == QEvent::ShortcutOverride) && canCancel() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        if (pressed) cancel();
        return true;
    }
    return QAbstractScrollArea::eventFilter(watched, event);
}

bool TimeCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && takesKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

void TimeCanvas::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && canCancel()) {
        cancel();
        return;
    }
    if (!takesKey(*event)) {
        event->ignore();
        return;
    }
    TimeCells& cells = content_->cells();
    switch (event->key()) {
    case Qt::Key_Escape: setFocusCell(std::nullopt); break;
    case Qt::Key_Return:
    case Qt::Key_Enter: cells.choose(*cursor_, event->modifiers()); break;
    case Qt::Key_Insert:
        cells.setKey(cursor_->row, cursor_->frame.value_or(session_.playhead().frame()));
        break;
    case Qt::Key_Plus: cells.setOpen(cursor_->row, true); break;
    case Qt::Key_Minus: cells.setOpen(cursor_->row, false); break;
    default: {
        const int room = viewport()->height() - layout_.contentTop();
        const int page = std::max(1, room / content_->rowHeight());
        if (const std::optional<TimeCell> to = walked(cells, *cursor_, event->key(), page))
            setFocusCell(to);
        if (event->modifiers() & Qt::ShiftModifier && cursor_ && cursor_->row < cells.rows())
            cells.choose(*cursor_, Qt::ShiftModifier);
        break;
    }
    }
    event->accept();
}

void TimeCanvas::setFocusCell(std::optional<TimeCell> cell)
{
    cursor_ = cell;
    viewport()->update();
    if (!cursor_ || content_->cells().rows() == 0) return;
    cursor_->row = std::clamp(cursor_->row, 0, content_->cells().rows() - 1);
    showCursor();
    emit hint(content_->cells().text(*cursor_));
    tellCursorToReaders(*this);
}

void TimeCanvas::showCursor()
{
    const TimeLayout l = timeLayout();
    const QRect rect = content_->cells().rowRect(cursor_->row);
    QScrollBar* bar = verticalScrollBar();
    if (rect.top() < l.contentTop())
        bar->setValue(bar->value() + rect.top() - l.contentTop());
    else if (rect.bottom() > l.size.height())
        bar->setValue(bar->value() + rect.bottom() - l.size.height());
    if (!cursor_->frame) return;
    const double x = l.frameX(*cursor_->frame);
    constexpr double kAir = 30;
    if (x < l.nameWidth + kAir / 2) setAxis(l.axis.scrolled(x - l.nameWidth - kAir));
    if (x > l.size.width() - kAir / 2) setAxis(l.axis.scrolled(x - l.size.width() + kAir));
}

void TimeCanvas::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    const bool byKey = event->reason() == Qt::TabFocusReason ||
                       event->reason() == Qt::BacktabFocusReason ||
                       event->reason() == Qt::ShortcutFocusReason;
    if (byKey && !cursor_) setFocusCell(TimeCell{});
    viewport()->update();
}

void TimeCanvas::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

}  // namespace posewright::ui
