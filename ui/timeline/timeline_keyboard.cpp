#include "ui/session/step_text.h"
#include "ui/timeline/timeline.h"
#include "ui/timeline/timeline_access.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

// What the keyboard does on the timeline. A cursor comes with Tab and goes with the mouse: while it
// is there, the arrows walk over rows and what lies on them, and are no shortcuts.
namespace posewright::ui {

bool Timeline::takesKey(const QKeyEvent& event) const
{
    if (event.key() == Qt::Key_Escape) return mode_ == Mode::Drag || mode_ == Mode::Box || cursor_;
    if (!cursor_ || cursor_->row >= std::ssize(model_.rows())) return false;  // nothing to walk on
    const bool plain =
        !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: return plain;
    case Qt::Key_Return:
    case Qt::Key_Enter: return !(event.modifiers() & Qt::AltModifier);
    case Qt::Key_Plus:
    case Qt::Key_Minus:
    case Qt::Key_Insert: return plain;
    default: return false;
    }
}

bool Timeline::eventFilter(QObject* watched, QEvent* event)
{
    const bool dragged = mode_ == Mode::Drag || mode_ == Mode::Box;
    const bool pressed = event->type() == QEvent::KeyPress;
    if (dragged && (pressed || event->type() == QEvent::ShortcutOverride) &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        if (pressed) cancel();
        return true;
    }
    return QAbstractScrollArea::eventFilter(watched, event);
}

bool Timeline::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && takesKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

bool Timeline::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const TimelineHit hit = hitAt(help->pos());
        QString text;
        if (hit.part == TimelineHit::Part::Strip) text = hintFor(hit, help->pos());
        if (hit.part == TimelineHit::Part::Name) text = model_.rows()[hit.row].name;
        if (!text.isEmpty()) {
            QToolTip::showText(help->globalPos(), text.toHtmlEscaped(), viewport());
            return true;
        }
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void Timeline::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && cancel()) return;
    if (!takesKey(*event)) {
        event->ignore();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Escape: setFocusCell(std::nullopt); break;
    case Qt::Key_Return:
    case Qt::Key_Enter: chooseAtCursor(event->modifiers()); break;
    case Qt::Key_Insert:
        setKeyAt(cursor_->row, cursor_->frame.value_or(session_.playhead().frame()));
        break;
    case Qt::Key_Plus: setExpanded(cursor_->row, true); break;
    case Qt::Key_Minus: setExpanded(cursor_->row, false); break;
    default:
        if (!moveCursor(event->key(), event->modifiers())) break;
        if (event->modifiers() & Qt::ShiftModifier) chooseAtCursor(Qt::ShiftModifier);
        break;
    }
    event->accept();
}

std::vector<double> Timeline::stops(int row) const
{
    const TimelineRow& shown = model_.rows()[row];
    std::vector<double> frames;
    for (const TimelineKey& key : *shown.keys) frames.push_back(key.frame);
    for (const Span& span : shown.spans) frames.push_back(span.start);
    std::sort(frames.begin(), frames.end());
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
    return frames;
}

bool Timeline::moveCursor(int key, Qt::KeyboardModifiers)
{
    const int count = static_cast<int>(model_.rows().size());
    if (count == 0) return false;
    TimeCell to = *cursor_;
    to.row = std::clamp(to.row, 0, count - 1);
    const int page = std::max(1, (viewport()->height() - layout_.rowsTop()) / layout_.rowHeight);
    switch (key) {
    case Qt::Key_Up: to.row = std::max(0, to.row - 1); break;
    case Qt::Key_Down: to.row = std::min(count - 1, to.row + 1); break;
    case Qt::Key_PageUp: to.row = std::max(0, to.row - page); break;
    case Qt::Key_PageDown: to.row = std::min(count - 1, to.row + page); break;
    default: break;
    }
    const std::vector<double> frames = stops(to.row);
    const TimelineRow& row = model_.rows()[to.row];
    if (key == Qt::Key_Home) to.frame.reset();
    if (key == Qt::Key_End && !frames.empty()) to.frame = frames.back();
    if (key == Qt::Key_Right) {
        if (!to.frame && row.expandable && !row.expanded) {
            setExpanded(to.row, true);
            return true;
        }
        const auto next =
            to.frame ? std::upper_bound(frames.begin(), frames.end(), *to.frame) : frames.begin();
        if (next != frames.end()) to.frame = *next;
    }
    if (key == Qt::Key_Left) {
        if (!to.frame) {
            setExpanded(to.row, false);
            return true;
        }
        const auto at = std::lower_bound(frames.begin(), frames.end(), *to.frame);
        if (at == frames.begin())
            to.frame.reset();
        else
            to.frame = *std::prev(at);
    }
    const bool vertical = key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp ||
                          key == Qt::Key_PageDown;
    if (vertical && to.frame) {  // to what is nearest on the row
        if (frames.empty()) {
            to.frame.reset();
        } else {
            to.frame = *std::min_element(frames.begin(), frames.end(), [&](double a, double b) {
                return std::abs(a - *to.frame) < std::abs(b - *to.frame);
            });
        }
    }
    setFocusCell(to);
    return true;
}

void Timeline::setFocusCell(std::optional<TimeCell> cell)
{
    cursor_ = cell;
    viewport()->update();
    if (!cursor_ || model_.rows().empty()) return;
    cursor_->row = std::clamp(cursor_->row, 0, static_cast<int>(model_.rows().size()) - 1);
    showCursor();
    emit hint(timelineCellText(*this, cursor_->row, cursor_->frame));
    tellCursorToReaders(*this);
}

void Timeline::showCursor()
{
    const TimelineLayout l = layoutNow();
    const QRect rect = l.rowRect(cursor_->row);
    QScrollBar* bar = verticalScrollBar();
    if (rect.top() < l.rowsTop())
        bar->setValue(cursor_->row * l.rowHeight);
    else if (rect.bottom() > l.size.height())
        bar->setValue(bar->value() + rect.bottom() - l.size.height());
    if (!cursor_->frame) return;
    const double x = l.frameX(*cursor_->frame);
    constexpr double kAir = 30;
    if (x < l.nameWidth + kAir / 2) setAxis(l.axis.scrolled(x - l.nameWidth - kAir));
    if (x > l.size.width() - kAir / 2) setAxis(l.axis.scrolled(x - l.size.width() + kAir));
}

void Timeline::chooseAtCursor(Qt::KeyboardModifiers modifiers)
{
    if (!cursor_ || cursor_->row >= std::ssize(model_.rows())) return;
    TimelineHit hit;
    hit.row = cursor_->row;
    const TimelineRow& row = model_.rows()[hit.row];
    if (!cursor_->frame) {
        pressName(hit, modifiers);
        return;
    }
    const double frame = *cursor_->frame;
    const std::vector<TimelineKey>& keys = *row.keys;
    for (int i = 0; i < std::ssize(keys); ++i)
        if (keys[i].frame == frame) hit.key = i;
    for (int i = 0; i < std::ssize(row.spans); ++i)
        if (row.spans[i].start == frame) hit.span = i;
    // Where a key lies on the start of a span, choosing again chooses the span.
    const std::vector<edit::KeyRef> refs = model_.refs(hit.row, frame);
    const bool alone = session_.selection().keys() == refs;
    const bool wantsSpan = hit.span >= 0 && (hit.key < 0 || (alone && !modifiers));
    if (wantsSpan)
        pressSpan(hit, modifiers);
    else if (hit.key >= 0)
        pressKey(hit, modifiers);
    mode_ = Mode::Idle;
    chooseOnRelease_.reset();
}

void Timeline::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    const bool byKey = event->reason() == Qt::TabFocusReason ||
                       event->reason() == Qt::BacktabFocusReason ||
                       event->reason() == Qt::ShortcutFocusReason;
    if (byKey && !cursor_) setFocusCell(TimeCell{});
    viewport()->update();
}

void Timeline::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

}  // namespace posewright::ui
