#include "ui/timeline/timeline.h"

#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr double kThreshold = 3;    ///< a press that moves less is a click [px]
constexpr double kPerNotch = 1.25;  ///< zoom of one notch of the wheel
constexpr double kPanNotch = 60;    ///< [px]
constexpr int kScrollUnits = 16;    ///< steps of the horizontal bar for one frame

std::vector<edit::KeyRef> shifted(std::vector<edit::KeyRef> keys, double by)
{
    for (edit::KeyRef& key : keys) key.frame += by;
    return keys;
}

}  // namespace

Timeline::Timeline(Session& session, Evaluator& evaluator, QWidget* parent) :
    QAbstractScrollArea(parent), session_(session), evaluator_(evaluator),
    model_(session, evaluator)
{
    setObjectName(QStringLiteral("timeline"));
    setAccessibleName(tr("Timeline"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    viewport()->setMouseTracking(true);
    layout_ = TimelineLayout::forFont(font());

    const auto repaint = [this] { viewport()->update(); };
    connect(&session, &Session::changed, this, [this] {
        updateScrollBars();
        viewport()->update();
    });
    connect(&session, &Session::replaced, this, [this] {
        mode_ = Mode::Idle;
        gesture_ = 0;
        hovered_ = {};
        showAll();
    });
    connect(&session.playhead(), &Playhead::moved, this, repaint);
    connect(&session.selection(), &Selection::keysChanged, this, repaint);
    connect(&session.selection(), &Selection::nodesChanged, this, repaint);
    connect(&evaluator, &Evaluator::stripChanged, this, repaint);
    connect(&evaluator, &Evaluator::evaluated, this, repaint);
}

TimelineLayout Timeline::layoutNow() const
{
    TimelineLayout layout = layout_;
    layout.size = viewport()->size();
    layout.scrollY = verticalScrollBar()->value();
    return layout;
}

QSize Timeline::sizeHint() const
{
    return {600, layout_.rowsTop() + 5 * layout_.rowHeight + 20};
}

void Timeline::showAll()
{
    const Playhead& playhead = session_.playhead();
    setAxis(TimeAxis::fitting(playhead.start(), playhead.end(),
                              std::max(50, viewport()->width() - layout_.nameWidth)));
}

void Timeline::setAxis(const TimeAxis& axis)
{
    layout_.axis = axis;
    updateScrollBars();
    viewport()->update();
}

void Timeline::updateScrollBars()
{
    settingScroll_ = true;
    const TimelineLayout l = layoutNow();
    const int rows = static_cast<int>(model_.rows().size()) * l.rowHeight;
    const int room = std::max(0, l.size.height() - l.rowsTop());
    verticalScrollBar()->setRange(0, std::max(0, rows - room));
    verticalScrollBar()->setPageStep(room);
    verticalScrollBar()->setSingleStep(l.rowHeight);

    const Playhead& playhead = session_.playhead();
    const double shown = (l.size.width() - l.nameWidth) / l.axis.pixelsPerFrame;
    const double margin = shown * 0.25;
    const double low = std::min(playhead.start() - margin, l.axis.left);
    const double high = std::max(playhead.end() + margin - shown, l.axis.left);
    const auto steps = [](double frames) {
        return static_cast<int>(std::lround(std::clamp(frames, -1e8, 1e8) * kScrollUnits));
    };
    horizontalScrollBar()->setRange(steps(low), std::max(steps(low), steps(high)));
    horizontalScrollBar()->setPageStep(std::max(1, steps(shown)));
    horizontalScrollBar()->setSingleStep(std::max(1, steps(shown / 20)));
    horizontalScrollBar()->setValue(steps(l.axis.left));
    settingScroll_ = false;
}

void Timeline::scrollContentsBy(int, int)
{
    if (!settingScroll_)
        layout_.axis.left = static_cast<double>(horizontalScrollBar()->value()) / kScrollUnits;
    viewport()->update();
}

void Timeline::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (!fitted_ && viewport()->width() > layout_.nameWidth * 2) {
        fitted_ = true;
        showAll();
    }
    updateScrollBars();
}

void Timeline::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange) {
        const TimeAxis axis = layout_.axis;
        layout_ = TimelineLayout::forFont(font());
        layout_.axis = axis;
    }
    QAbstractScrollArea::changeEvent(event);
}

void Timeline::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const TimelineLayout layout = layoutNow();
    const Selection& selection = session_.selection();
    const Playhead& playhead = session_.playhead();
    TimelinePicture picture{
        .layout = layout,
        .rows = model_.rows(),
        .playhead = playhead.frame(),
        .start = playhead.start(),
        .end = playhead.end(),
        .strip = evaluator_.strip(),
        .keySelected = [&](const edit::KeyRef& k) { return selection.contains(k); },
        .rowSelected =
            [&](const TimelineRow& row) {
                return row.node != NodeId::None && selection.contains(row.node);
            },
        .status = [this](const TimelineRow& row) { return model_.status(row); },
        .hovered = hovered_,
        .box = mode_ == Mode::Box ? box_ : QRectF(),
        .palette = palette(),
        .font = font()};
    paintTimeline(painter, picture, glyphs_, devicePixelRatioF());
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
    if (event->button() == Qt::MiddleButton) {
        mode_ = Mode::Pan;
        return;
    }
    if (event->button() != Qt::LeftButton) return;
    const TimelineHit hit = hitTest(layoutNow(), model_.rows(), at);
    switch (hit.part) {
    case TimelineHit::Part::Ruler:
    case TimelineHit::Part::Strip:
        mode_ = Mode::Scrub;
        scrubTo(at.x());
        break;
    case TimelineHit::Part::Key: pressKey(hit, event->modifiers()); break;
    case TimelineHit::Part::Name: {
        const NodeId node = model_.rows()[hit.row].node;
        if (event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier))
            session_.selection().toggleNode(node);
        else
            session_.selection().setNodes({node});
        break;
    }
    case TimelineHit::Part::Row:
    case TimelineHit::Part::Nothing:
        if (at.x() < layout_.nameWidth) break;
        mode_ = Mode::Box;
        box_ = {};
        before_ = event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)
                      ? session_.selection().keys()
                      : std::vector<edit::KeyRef>();
        session_.selection().setKeys(before_);
        if (hit.row >= 0 && model_.rows()[hit.row].node != NodeId::None)
            session_.selection().setNodes({model_.rows()[hit.row].node});
        break;
    }
}

void Timeline::pressKey(const TimelineHit& hit, Qt::KeyboardModifiers modifiers)
{
    Selection& selection = session_.selection();
    const std::vector<edit::KeyRef>& refs = model_.rows()[hit.row].keys[hit.key].refs;
    std::vector<edit::KeyRef> keys = selection.keys();
    const bool all = std::all_of(refs.begin(), refs.end(),
                                 [&](const edit::KeyRef& ref) { return selection.contains(ref); });
    mode_ = Mode::Press;
    if (modifiers & Qt::ControlModifier && all) {
        std::erase_if(keys, [&](const edit::KeyRef& key) {
            return std::find(refs.begin(), refs.end(), key) != refs.end();
        });
        mode_ = Mode::Idle;
    } else if (!all) {
        if (!(modifiers & (Qt::ShiftModifier | Qt::ControlModifier))) keys.clear();
        for (const edit::KeyRef& ref : refs)
            if (std::find(keys.begin(), keys.end(), ref) == keys.end()) keys.push_back(ref);
    } else if (!modifiers) {
        chooseOnRelease_ = refs.front();  // a click on one of several picks it alone
    }
    selection.setKeys(std::move(keys));
    selectNodesOfKeys();
}

void Timeline::selectNodesOfKeys()
{
    std::vector<NodeId> nodes;
    for (const edit::KeyRef& key : session_.selection().keys())
        if (std::find(nodes.begin(), nodes.end(), key.node) == nodes.end())
            nodes.push_back(key.node);
    if (!nodes.empty()) session_.selection().setNodes(std::move(nodes));
}

void Timeline::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    switch (mode_) {
    case Mode::Idle: {
        const TimelineHit hit = hitTest(layoutNow(), model_.rows(), at);
        hovered_ = hit;
        emit hint(hintFor(hit));
        viewport()->update();
        break;
    }
    case Mode::Scrub: scrubTo(at.x()); break;
    case Mode::Pan:
        setAxis(layout_.axis.scrolled(last_.x() - at.x()));
        verticalScrollBar()->setValue(verticalScrollBar()->value() +
                                      static_cast<int>(last_.y() - at.y()));
        break;
    case Mode::Press:
        if (std::abs(at.x() - pressed_.x()) < kThreshold) break;
        chooseOnRelease_.reset();
        before_ = session_.selection().keys();
        gesture_ = session_.beginGesture();
        movedBy_ = 0;
        mode_ = Mode::MoveKeys;
        moveKeysTo(at.x());
        break;
    case Mode::MoveKeys: moveKeysTo(at.x()); break;
    case Mode::Box: {
        box_ = QRectF(pressed_, at).normalized();
        std::vector<edit::KeyRef> keys = before_;
        for (const edit::KeyRef& ref : keysInside(layoutNow(), model_.rows(), box_))
            if (std::find(keys.begin(), keys.end(), ref) == keys.end()) keys.push_back(ref);
        session_.selection().setKeys(std::move(keys));
        viewport()->update();
        break;
    }
    }
    last_ = at;
}

void Timeline::moveKeysTo(double x)
{
    const TimelineLayout l = layoutNow();
    const int by = static_cast<int>(std::lround((x - pressed_.x()) / l.axis.pixelsPerFrame));
    if (by == movedBy_) return;
    edit::MoveKeys move;
    move.keys = before_;
    move.by = by;
    if (const Result<void> done = session_.commit(move, gesture_); !done) {
        emit hint(errorText(done.error()));
        return;
    }
    movedBy_ = by;
    session_.selection().setKeys(shifted(before_, by));
    const double from = before_.front().frame;
    emit hint(tr("Frame %1 to %2 (%3%4)")
                  .arg(from)
                  .arg(from + by)
                  .arg(by < 0 ? QString() : QStringLiteral("+"))
                  .arg(by));
}

void Timeline::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    const Mode was = std::exchange(mode_, Mode::Idle);
    if (was == Mode::MoveKeys) {
        session_.finishGesture(gesture_);
        gesture_ = 0;
    } else if (was == Mode::Press && chooseOnRelease_) {
        session_.selection().setKeys({*chooseOnRelease_});
    } else if (was == Mode::Box) {
        if (session_.selection().keys() != before_) selectNodesOfKeys();
    }
    chooseOnRelease_.reset();
    viewport()->update();
}

void Timeline::mouseDoubleClickEvent(QMouseEvent* event)
{
    const TimelineHit hit = hitTest(layoutNow(), model_.rows(), event->position());
    if (hit.part == TimelineHit::Part::Ruler) {
        showAll();
        return;
    }
    if (hit.part != TimelineHit::Part::Row) return;
    const TimelineRow& row = model_.rows()[hit.row];
    if (row.constraint == ConstraintId::None) return;
    edit::SetTargetKey key;
    key.target = row.constraint;
    key.frame = std::round(layoutNow().frameAt(event->position().x()));
    if (const Result<void> done = session_.commit(key); !done)
        emit session_.failed(errorText(done.error()));
}

void Timeline::wheelEvent(QWheelEvent* event)
{
    // Some systems turn Shift+wheel into a horizontal wheel by themselves.
    const QPoint angle = event->angleDelta();
    const double notches = (angle.y() ? angle.y() : angle.x()) / 120.0;
    if (event->modifiers() & Qt::ControlModifier) {
        const double x = std::max(0.0, event->position().x() - layout_.nameWidth);
        setAxis(layout_.axis.zoomed(x, std::pow(kPerNotch, notches)));
    } else if (event->modifiers() & Qt::ShiftModifier || !angle.y()) {
        setAxis(layout_.axis.scrolled(-notches * kPanNotch));
    } else {
        verticalScrollBar()->setValue(verticalScrollBar()->value() -
                                      static_cast<int>(notches * layout_.rowHeight * 2));
    }
    event->accept();
}

bool Timeline::cancel()
{
    if (mode_ == Mode::MoveKeys) {
        session_.cancelGesture(gesture_);
        gesture_ = 0;
        session_.selection().setKeys(before_);
        emit hint(tr("Move cancelled"));
    } else if (mode_ == Mode::Box) {
        session_.selection().setKeys(before_);
    } else {
        return false;
    }
    mode_ = Mode::Idle;
    viewport()->update();
    return true;
}

void Timeline::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && cancel()) return;
    event->ignore();
}

void Timeline::leaveEvent(QEvent*)
{
    hovered_ = {};
    emit hint({});
    viewport()->update();
}

QString Timeline::hintFor(const TimelineHit& hit) const
{
    switch (hit.part) {
    case TimelineHit::Part::Ruler: return tr("Drag to scrub, double click to see the whole range");
    case TimelineHit::Part::Strip: {
        const int frame = static_cast<int>(std::lround(layoutNow().frameAt(last_.x())));
        const auto known = evaluator_.strip().find(frame);
        if (known == evaluator_.strip().end()) return {};
        return tr("Frame %1: %2").arg(frame).arg(statusWord(known->second));
    }
    case TimelineHit::Part::Key: {
        const TimelineRow& row = model_.rows()[hit.row];
        return tr("%1, frame %2: drag to move, Shift adds, Delete removes")
            .arg(row.name)
            .arg(row.keys[hit.key].frame);
    }
    case TimelineHit::Part::Row:
        return tr("Drag to select keys, double click to set a key, Ctrl+wheel zooms");
    case TimelineHit::Part::Name:
    case TimelineHit::Part::Nothing: break;
    }
    return {};
}

}  // namespace posewright::ui
