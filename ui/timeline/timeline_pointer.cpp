#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/timeline/commands.h"
#include "ui/timeline/retime.h"
#include "ui/timeline/timeline.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolButton>
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

bool isSpan(Part part)
{
    return part == Part::SpanStart || part == Part::SpanEnd || part == Part::Span ||
           part == Part::FadeIn || part == Part::FadeOut;
}

SpanGrip gripOf(Part part)
{
    switch (part) {
    case Part::SpanStart: return SpanGrip::Start;
    case Part::SpanEnd: return SpanGrip::End;
    case Part::FadeIn: return SpanGrip::FadeIn;
    case Part::FadeOut: return SpanGrip::FadeOut;
    default: return SpanGrip::Body;
    }
}

void add(std::vector<edit::KeyRef>& keys, const std::vector<edit::KeyRef>& more)
{
    for (const edit::KeyRef& key : more)
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
}

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
    static const std::vector<double> kNone;
    return {session_.document(), model_.rows(),
            keysMove ? model_.selectedFrames()
                     : std::vector<std::vector<double>>(model_.rows().size()),
            session_.playhead().frame(), snap_};
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

void Timeline::press(const TimelineHit& hit, const QPointF& at, Qt::KeyboardModifiers modifiers)
{
    pressedOn_ = hit;
    Selection& selection = session_.selection();
    switch (hit.part) {
    case Part::Ruler:
    case Part::Strip:
        mode_ = Mode::Scrub;
        scrubTo(at.x());
        break;
    case Part::Divider: mode_ = Mode::Divider; break;
    case Part::Expander: model_.setExpanded(hit.row, !model_.rows()[hit.row].expanded); break;
    case Part::Name: pressName(hit, modifiers); break;
    case Part::Key: pressKey(hit, modifiers); break;
    case Part::Marker:
        selection.setKeys({});
        selection.setSpans({});
        selection.setMarkers({session_.document().clip().markers[hit.marker].frame});
        mode_ = Mode::Press;
        break;
    case Part::RangeStart:
    case Part::RangeEnd:
    case Part::RangeBody:
    case Part::BoxStart:
    case Part::BoxEnd:
    case Part::Box: mode_ = Mode::Press; break;
    case Part::SpanStart:
    case Part::SpanEnd:
    case Part::FadeIn:
    case Part::FadeOut:
    case Part::Span:
        if (modifiers & Qt::AltModifier)
            mode_ = Mode::Press;  // draws a span over the one below
        else
            pressSpan(hit, modifiers);
        break;
    case Part::Row:
    case Part::Nothing:
    case Part::Lane: pressGround(hit, modifiers); break;
    }
}

void Timeline::pressName(const TimelineHit& hit, Qt::KeyboardModifiers modifiers)
{
    const TimelineRow& row = model_.rows()[hit.row];
    Selection& selection = session_.selection();
    if (row.isGroup()) {
        // A group stands for all of its keys.
        selection.setSpans({});
        chooseKeys(model_.refs(hit.row, -1e9, 1e9));
    } else if (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) {
        selection.toggleNode(row.node);
    } else {
        selection.setKeys({});
        selection.setSpans({});
        selection.setMarkers({});
        selection.setNodes({row.node});
    }
}

void Timeline::pressGround(const TimelineHit& hit, Qt::KeyboardModifiers modifiers)
{
    if (pressed_.x() < layout_.nameWidth) return;
    Selection& selection = session_.selection();
    const bool target = hit.row >= 0 && model_.rows()[hit.row].constraint != ConstraintId::None;
    if (target && modifiers & Qt::AltModifier) {
        mode_ = Mode::Press;
        return;
    }
    const bool adds = modifiers & (Qt::ShiftModifier | Qt::ControlModifier);
    mode_ = Mode::Box;
    rubber_ = {};
    rubberFrame_ = frameAt(pressed_);
    rubberScroll_ = verticalScrollBar()->value();
    before_ = adds ? selection.keys() : std::vector<edit::KeyRef>();
    selection.setKeys(before_);
    if (adds) return;
    selection.setSpans({});
    selection.setMarkers({});
    if (hit.row >= 0 && !model_.rows()[hit.row].isGroup())
        selection.setNodes({model_.rows()[hit.row].node});
}

void Timeline::pressKey(const TimelineHit& hit, Qt::KeyboardModifiers modifiers)
{
    Selection& selection = session_.selection();
    const std::vector<edit::KeyRef> refs =
        model_.refs(hit.row, (*model_.rows()[hit.row].keys)[hit.key].frame);
    if (refs.empty()) return;
    std::vector<edit::KeyRef> keys = selection.keys();
    const bool all = std::all_of(refs.begin(), refs.end(),
                                 [&](const edit::KeyRef& ref) { return selection.contains(ref); });
    const bool adds = modifiers & (Qt::ShiftModifier | Qt::ControlModifier);
    mode_ = Mode::Press;
    selection.setMarkers({});
    if (!adds) selection.setSpans({});
    if (modifiers & Qt::ControlModifier && all) {
        std::erase_if(keys, [&](const edit::KeyRef& key) {
            return std::find(refs.begin(), refs.end(), key) != refs.end();
        });
        mode_ = Mode::Idle;
    } else if (!all) {
        if (!adds) keys.clear();
        add(keys, refs);
    } else if (!modifiers) {
        if (keys.size() > refs.size()) chooseOnRelease_ = refs.front();
    }
    chooseKeys(std::move(keys));
}

void Timeline::pressSpan(const TimelineHit& hit, Qt::KeyboardModifiers modifiers)
{
    Selection& selection = session_.selection();
    const TimelineRow& row = model_.rows()[hit.row];
    const SpanRef ref{row.constraint, row.spans[hit.span].start};
    mode_ = Mode::Press;
    std::vector<SpanRef> spans = selection.spans();
    if (modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) {
        if (std::erase(spans, ref) == 0) spans.push_back(ref);
    } else {
        spans = {ref};
    }
    selection.setKeys({});
    selection.setMarkers({});
    selection.setSpans(std::move(spans));
    selection.setNodes({row.node});
}

void Timeline::chooseKeys(std::vector<edit::KeyRef> keys)
{
    session_.selection().setKeys(std::move(keys));
    selectNodesOfKeys();
}

void Timeline::selectNodesOfKeys()
{
    const std::vector<edit::KeyRef>& keys = session_.selection().keys();
    // Selecting whole columns of a big figure is about the keys, not about fifty nodes.
    constexpr std::size_t kMost = 16;
    std::vector<NodeId> nodes = retime::nodesOf(session_.document(), keys);
    if (!nodes.empty() && nodes.size() <= kMost) session_.selection().setNodes(std::move(nodes));
}

std::unique_ptr<TimelineDrag> Timeline::dragFor(const TimelineHit& hit, double pressed,
                                                Qt::KeyboardModifiers modifiers) const
{
    const bool alt = modifiers & Qt::AltModifier;
    const std::vector<TimelineRow>& rows = model_.rows();
    const ConstraintId target = hit.row >= 0 ? rows[hit.row].constraint : ConstraintId::None;
    const bool draws = alt && (isSpan(hit.part) || hit.part == Part::Row);
    if (draws && target != ConstraintId::None)
        return makeNewSpanDrag(session_, snapper(false), target, pressed);
    switch (hit.part) {
    case Part::Key:
        return makeKeyDrag(session_, snapper(true), (*rows[hit.row].keys)[hit.key].frame, pressed,
                           {.duplicate = alt, .ripple = ripple_ && !alt});
    case Part::Box:
        return makeKeyDrag(session_, snapper(true), retime::extent(session_.selection().keys())[0],
                           pressed, {.duplicate = alt, .ripple = ripple_ && !alt});
    case Part::BoxStart: return makeScaleDrag(session_, snapper(true), true, snap_.frames);
    case Part::BoxEnd: return makeScaleDrag(session_, snapper(true), false, snap_.frames);
    case Part::Marker:
        return makeMarkerDrag(session_, snapper(false),
                              session_.document().clip().markers[hit.marker].frame, pressed);
    case Part::RangeStart:
        return makeRangeDrag(session_, snapper(false), RangeGrip::Start, pressed);
    case Part::RangeEnd: return makeRangeDrag(session_, snapper(false), RangeGrip::End, pressed);
    case Part::RangeBody: return makeRangeDrag(session_, snapper(false), RangeGrip::Body, pressed);
    default: break;
    }
    if (!isSpan(hit.part)) return nullptr;
    const SpanRef ref{target, rows[hit.row].spans[hit.span].start};
    if (!session_.selection().contains(ref)) return nullptr;
    return makeSpanDrag(session_, snapper(false), ref, gripOf(hit.part), pressed);
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
        const double y = l.rowRect(i).center().y();
        // Rows that stand for others would take in what the box does not show.
        if (y < rubber_.top() || y > rubber_.bottom() || model_.rows()[i].isGroup()) continue;
        const std::vector<edit::KeyRef> row = model_.refs(i, first, last);
        inside.insert(inside.end(), row.begin(), row.end());
    }
    if (keys.empty())
        keys = std::move(inside);
    else
        for (const edit::KeyRef& key : inside)
            if (std::find(before_.begin(), before_.end(), key) == before_.end())
                keys.push_back(key);
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
    case Part::Expander: model_.setExpanded(hit.row, !model_.rows()[hit.row].expanded); break;
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

void Timeline::setKeyAt(int row, double frame)
{
    const TimelineRow shown = model_.rows()[row];
    if (shown.id.kind == RowId::Kind::Influence) {
        edit::SetInfluenceKey key;
        key.target = shown.constraint;
        key.frame = frame;
        const InfluenceTrack* influence = session_.document().clip().influence(shown.constraint);
        key.value = influence ? influence->curve.sample(frame) : 1;
        tell(session_.commit(key));
        return;
    }
    std::vector<NodeId> nodes;
    if (shown.id.kind == RowId::Kind::Summary || shown.id.kind == RowId::Kind::Targets) {
        for (const Constraint& c : session_.document().rig->constraints) nodes.push_back(c.target);
    } else {
        nodes = model_.nodes(row);
    }
    const std::shared_ptr<const Evaluation> pose = evaluator_.at(frame);
    tell(timeline::setKeys(session_, nodes, frame, *pose));
}

void Timeline::contextMenuEvent(QContextMenuEvent* event)
{
    QPointF at = event->pos();
    if (event->reason() == QContextMenuEvent::Keyboard && cursor_) {
        const TimelineLayout l = layoutNow();
        const QRect row = l.rowRect(cursor_->row);
        at = cursor_->frame ? QPointF(l.frameX(*cursor_->frame), row.center().y())
                            : QPointF(20, row.center().y());
    }
    QMenu menu(this);
    fillMenu(menu, at);
    if (!menu.isEmpty()) menu.exec(viewport()->mapToGlobal(at.toPoint()));
}

void Timeline::fillMenu(QMenu& menu, const QPointF& at)
{
    const TimelineHit hit = hitAt(at);
    const auto offer = [&](std::string_view id) {
        if (QAction* action = action_ ? action_(id) : nullptr) menu.addAction(action);
    };
    const double frame = std::round(frameAt(at));
    if (hit.part == Part::Key) {
        const auto refs = model_.refs(hit.row, (*model_.rows()[hit.row].keys)[hit.key].frame);
        if (!refs.empty() && !session_.selection().contains(refs.front())) {
            session_.selection().setSpans({});
            session_.selection().setMarkers({});
            chooseKeys(refs);
        }
        for (const timeline::Easing& easing : timeline::easings())
            offer("time.ease." + std::string(easing.id));
        menu.addSeparator();
        for (const char* id : {"edit.copy", "edit.duplicate", "edit.delete"}) offer(id);
    } else if (isSpan(hit.part)) {
        const SpanRef ref{model_.rows()[hit.row].constraint,
                          model_.rows()[hit.row].spans[hit.span].start};
        if (!session_.selection().contains(ref)) pressSpan(hit, {});
        mode_ = Mode::Idle;
        for (const char* id : {"target.contact", "target.reach", "target.hold", "target.off"})
            offer(id);
        menu.addSeparator();
        for (const char* id : {"target.spanStart", "target.spanEnd", "target.fit"}) offer(id);
        menu.addSeparator();
        for (const char* id : {"edit.copy", "edit.delete"}) offer(id);
    } else if (hit.part == Part::Marker) {
        const double marker = session_.document().clip().markers[hit.marker].frame;
        session_.selection().setKeys({});
        session_.selection().setSpans({});
        session_.selection().setMarkers({marker});
        for (const char* id : {"time.renameMarker", "edit.delete"}) offer(id);
        return;
    } else if (hit.row >= 0 && hit.part == Part::Name && !model_.rows()[hit.row].isGroup()) {
        if (!session_.selection().contains(model_.rows()[hit.row].node))
            session_.selection().setNodes({model_.rows()[hit.row].node});
        for (const char* id : {"time.setKey", "target.contact", "target.reach", "target.hold",
                               "target.off", "target.fit"})
            offer(id);
        return;
    } else if (hit.part == Part::Ruler || hit.part == Part::Lane || hit.part == Part::RangeBody ||
               hit.part == Part::RangeStart || hit.part == Part::RangeEnd) {
        for (const char* id :
             {"time.addMarker", "time.preview", "time.clearPreview", "time.seconds"})
            offer(id);
        return;
    }
    if (hit.row >= 0 && at.x() > layout_.nameWidth && hit.part != Part::Key) {
        menu.addSeparator();
        menu.addAction(tr("Set Key at Frame %1").arg(frameText(frame)), this,
                       [this, row = hit.row, frame] { setKeyAt(row, frame); });
    }
    menu.addSeparator();
    for (const char* id : {"edit.paste", "time.ripple"}) offer(id);
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

void Timeline::hover(const QPointF& at)
{
    last_ = at;
    const TimelineHit hit = hitAt(at);
    viewport()->setCursor(shapeFor(hit));
    emit hint(hintFor(hit, at));
    if (hit == hovered_) return;
    hovered_ = hit;
    viewport()->update();
}

void Timeline::leaveEvent(QEvent*)
{
    hovered_ = {};
    emit hint({});
    viewport()->update();
}

Qt::CursorShape Timeline::shapeFor(const TimelineHit& hit) const
{
    switch (hit.part) {
    case Part::Divider:
    case Part::SpanStart:
    case Part::SpanEnd:
    case Part::FadeIn:
    case Part::FadeOut:
    case Part::BoxStart:
    case Part::BoxEnd: return Qt::SplitHCursor;
    case Part::RangeStart:
    case Part::RangeEnd: return Qt::SizeHorCursor;
    case Part::Key:
    case Part::Marker:
    case Part::Expander: return Qt::PointingHandCursor;
    default: return Qt::ArrowCursor;
    }
}

QString Timeline::stripHint(double frame) const
{
    if (evaluator_.strip().find(static_cast<int>(frame)) == evaluator_.strip().end())
        return tr("Frame %1 has not been solved yet").arg(timeFormat().text(frame));
    const std::shared_ptr<const Evaluation> pose = evaluator_.at(frame);
    QStringList lines;
    for (const TargetStatus& status : pose->targets)
        if (isProblem(status.status) || moodOf(status.status) == Mood::Warn)
            lines << statusLine(session_.document(), *pose, status.constraint);
    if (lines.isEmpty()) {
        const ik::Status status = worst(*pose);
        return tr("Frame %1: %2").arg(timeFormat().text(frame), statusWord(status));
    }
    return tr("Frame %1: %2").arg(timeFormat().text(frame), lines.join(QStringLiteral("; ")));
}

QString Timeline::hintFor(const TimelineHit& hit, const QPointF& at) const
{
    const std::vector<TimelineRow>& rows = model_.rows();
    switch (hit.part) {
    case Part::Ruler: return tr("Drag to scrub, double click to see the whole range");
    case Part::RangeStart:
    case Part::RangeEnd: return tr("Drag to change what plays");
    case Part::RangeBody: return tr("Drag to move the range, P makes a preview range");
    case Part::Marker: return tr("Drag to move the marker, double click to rename it");
    case Part::Strip: return stripHint(std::round(frameAt(at)));
    case Part::Key: {
        const TimelineRow& row = rows[hit.row];
        const double frame = (*row.keys)[hit.key].frame;
        for (const auto& [from, to] : row.overridden)
            if (frame >= from && frame <= to)
                return tr("%1, frame %2: a target decides here, the key shows where none does")
                    .arg(row.name, timeFormat().text(frame));
        return tr("%1, frame %2: drag moves, Alt+drag copies, Alt+click changes the easing, Shift "
                  "adds")
            .arg(row.name, timeFormat().text(frame));
    }
    case Part::SpanStart:
    case Part::SpanEnd:
        return tr("Drag to change where the %1 begins or ends; Shift snaps to keys, Alt leaves the "
                  "neighbour where it is")
            .arg(spanWord(rows[hit.row].spans[hit.span].kind).toLower());
    case Part::FadeIn:
    case Part::FadeOut: return tr("Drag to fade the span in or out");
    case Part::Span: {
        const Span& span = rows[hit.row].spans[hit.span];
        return tr("%1 from %2 to %3: drag moves it, Alt+drag draws another, C makes it a contact")
            .arg(spanWord(span.kind), timeFormat().text(span.start), timeFormat().text(span.end));
    }
    case Part::BoxStart:
    case Part::BoxEnd: return tr("Drag to scale the selected keys");
    case Part::Box: return tr("Drag to move the selected keys");
    case Part::Name:
        if (session_.loose().holds(*session_.document().rig, rows[hit.row].node))
            return tr("%1 was moved without a key: S keys it where it is").arg(rows[hit.row].name);
        return {};
    case Part::Row:
        return rows[hit.row].constraint != ConstraintId::None
                   ? tr("Drag selects keys, double click sets one, Alt+drag draws a span")
                   : tr("Drag selects keys, double click sets one, Ctrl+wheel zooms");
    default: break;
    }
    return {};
}

}  // namespace posewright::ui
