#include "ui/timeline/timeline.h"

#include "ui/session/evaluator.h"
#include "ui/session/text.h"
#include "ui/timeline/commands.h"
#include "ui/timeline/timeline_access.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr int kScrollUnits = 16;  ///< steps of the horizontal bar for one frame

QString nameOfTarget(const Document& doc, const Constraint& target)
{
    return toQt((*doc.scene)[doc.scene->find(target.target)].name);
}

}  // namespace

Timeline::Timeline(Session& session, Evaluator& evaluator, QWidget* parent) :
    QAbstractScrollArea(parent), session_(session), evaluator_(evaluator),
    model_(session, evaluator), colors_(palette()), filter_(new QLineEdit(viewport())),
    selectedOnly_(new QToolButton(viewport()))
{
    installTimelineAccess();
    setObjectName(QStringLiteral("timeline"));
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(
        tr("Rows of keys over frames. Tab gives a cursor that the arrow keys move."));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    viewport()->setMouseTracking(true);

    filter_->setObjectName(QStringLiteral("timelineFilter"));
    filter_->setPlaceholderText(tr("Filter rows"));
    filter_->setAccessibleName(tr("Filter rows by name"));
    filter_->setClearButtonEnabled(true);
    filter_->setFrame(true);
    connect(filter_, &QLineEdit::textChanged, &model_, &TimelineModel::setFilter);
    selectedOnly_->setObjectName(QStringLiteral("timelineSelectedOnly"));
    selectedOnly_->setCheckable(true);
    selectedOnly_->setAutoRaise(true);
    selectedOnly_->setText(tr("Sel"));
    selectedOnly_->setToolTip(tr("Selected only\nShow only the rows of what is selected"));
    selectedOnly_->setAccessibleName(tr("Show selected rows only"));
    selectedOnly_->setFocusPolicy(Qt::TabFocus);
    connect(selectedOnly_, &QToolButton::toggled, &model_, &TimelineModel::setSelectedOnly);
    layout_ = TimelineLayout::forFont(font());
    lookedAt_ = session.document();
    fitted_ = true;

    const auto repaint = [this] { viewport()->update(); };
    connect(&session, &Session::changed, this, [this](const Document& now) {
        const Document before = std::exchange(lookedAt_, now);
        updateLayout();
        showNewTargets(before, now);
        welcomeFirstSpan(before, now);
    });
    connect(&session, &Session::replaced, this, [this] {
        mode_ = Mode::Idle;
        drag_.reset();
        hovered_ = {};
        cursor_.reset();
        lookedAt_ = session_.document();
        filter_->clear();
        updateLayout();
        showAll();
    });
    connect(&model_, &TimelineModel::shownChanged, this, [this] {
        hovered_ = {};
        if (cursor_)
            cursor_->row =
                std::clamp(cursor_->row, 0, std::max(0, int(std::ssize(model_.rows())) - 1));
        updateScrollBars();
        viewport()->update();
    });
    connect(&session.playhead(), &Playhead::moved, this, [this] {
        followPlayhead();
        viewport()->update();
    });
    const Selection& selection = session.selection();
    connect(&selection, &Selection::spansChanged, this, repaint);
    connect(&selection, &Selection::markersChanged, this, repaint);
    connect(&selection, &Selection::nodesChanged, this, [this] {
        if (mode_ == Mode::Idle) showActiveRow();
        viewport()->update();
    });
    connect(&session.loose(), &Loose::changed, this, repaint);
    connect(&evaluator, &Evaluator::stripChanged, this, repaint);
    connect(&evaluator, &Evaluator::evaluated, this, repaint);
    edges_.setInterval(30);
    connect(&edges_, &QTimer::timeout, this, &Timeline::scrollAtEdges);
    placeHeader();
    qApp->installEventFilter(this);
}

Timeline::~Timeline() = default;

TimelineLayout Timeline::layoutNow() const
{
    TimelineLayout layout = layout_;
    layout.size = viewport()->size();
    layout.scrollY = verticalScrollBar()->value();
    return layout;
}

QSize Timeline::sizeHint() const
{
    // As many whole rows as a figure has: all keys, its five targets, and what both stand under.
    return {600, layout_.rowsTop() + 8 * layout_.rowHeight};
}

QSize Timeline::minimumSizeHint() const
{
    return {layout_.nameWidth + 120, layout_.rowsTop() + 2 * layout_.rowHeight};
}

void Timeline::updateLayout()
{
    const int height = session_.document().clip().markers.empty()
                           ? 0
                           : static_cast<int>(layout_.rulerHeight * 0.75);
    if (std::exchange(layout_.markerHeight, height) != height) placeHeader();
    updateScrollBars();
    viewport()->update();
}

void Timeline::placeHeader()
{
    const int button = selectedOnly_->sizeHint().width();
    const int height = layout_.rulerHeight + layout_.rangeHeight - 3;
    selectedOnly_->setGeometry(layout_.nameWidth - button - 4, 2, button, height);
    filter_->setGeometry(4, 2, std::max(20, layout_.nameWidth - button - 12), height);
}

void Timeline::showAll()
{
    const Playback& playback = session_.document().playback;
    setAxis(TimeAxis::fitting(playback.start, playback.end,
                              std::max(50, viewport()->width() - layout_.nameWidth)));
    fitted_ = true;
}

void Timeline::showSelected()
{
    std::vector<double> frames;
    for (const edit::KeyRef& key : session_.selection().keys()) frames.push_back(key.frame);
    for (const SpanRef& ref : session_.selection().spans())
        if (const Span* span = findSpan(session_.document(), ref))
            frames.insert(frames.end(), {span->start, span->end});
    if (frames.empty()) {
        showAll();
        return;
    }
    const auto [low, high] = std::minmax_element(frames.begin(), frames.end());
    // A single key is shown with what is around it.
    const double air = *low == *high ? 10 : 0;
    const int width = std::max(50, viewport()->width() - layout_.nameWidth);
    TimeAxis axis = TimeAxis::fitting(*low - air, *high + air, width);
    // What is few frames long does not fill the panel: it is in the middle then.
    axis.left = (*low + *high) / 2 - width / 2.0 / axis.pixelsPerFrame;
    setAxis(axis);
    for (int i = 0; i < std::ssize(model_.rows()); ++i) {
        if (model_.rows()[i].whole || model_.selectedFrames()[i].empty()) continue;
        const QRect rect = layoutNow().rowRect(i);
        if (rect.top() < layout_.rowsTop() || rect.bottom() > viewport()->height())
            verticalScrollBar()->setValue(i * layout_.rowHeight);
        break;
    }
}

bool Timeline::wantsViewKeys() const
{
    return viewport()->underMouse() || (hasFocus() && cursor_);
}

void Timeline::setAxis(const TimeAxis& axis)
{
    fitted_ = false;
    layout_.axis = axis;
    updateScrollBars();
    viewport()->update();
}

void Timeline::updateScrollBars()
{
    if (settingScroll_) return;
    settingScroll_ = true;
    // A bar of time that comes or goes leaves other room for rows, and the other way round.
    constexpr int kMostRounds = 3;
    for (int round = 0; round < kMostRounds; ++round) {
        const QSize before = viewport()->size();
        fitRows();
        fitTime();
        if (viewport()->size() == before) break;
    }
    settingScroll_ = false;
}

void Timeline::fitRows()
{
    const int rows = static_cast<int>(model_.rows().size()) * layout_.rowHeight;
    // Where there are more rows than fit, the last one in view is a whole one.
    const int margin = viewportMargins().bottom();
    const int space = viewport()->height() + margin - layout_.rowsTop();
    const int cut = space > layout_.rowHeight && rows > space ? space % layout_.rowHeight : 0;
    if (cut != margin) setViewportMargins(0, 0, 0, cut);
    const int room = std::max(0, viewport()->height() - layout_.rowsTop());
    verticalScrollBar()->setRange(0, std::max(0, rows - room));
    verticalScrollBar()->setPageStep(room);
    verticalScrollBar()->setSingleStep(layout_.rowHeight);
}

void Timeline::fitTime()
{
    const TimelineLayout l = layoutNow();  // the bar may have come or gone

    // From the first to the last frame where there is anything. Where all of it is in view there is
    // nothing to scroll, and no bar.
    const Playback& playback = session_.document().playback;
    double first = playback.start, last = playback.end;
    if (!model_.rows().empty() && !model_.rows().front().keys->empty()) {
        first = std::min(first, model_.rows().front().keys->front().frame);
        last = std::max(last, model_.rows().front().keys->back().frame);
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

void Timeline::scrollContentsBy(int dx, int)
{
    if (!settingScroll_ && dx != 0) {
        fitted_ = false;
        layout_.axis.left = static_cast<double>(horizontalScrollBar()->value()) / kScrollUnits;
    }
    viewport()->update();
}

void Timeline::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    // What was all in view stays so when the panel, or a scroll bar, takes another width.
    if (fitted_ && viewport()->width() > layout_.nameWidth * 3 / 2) showAll();
    updateScrollBars();
}

void Timeline::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::StyleChange) {
        const TimelineLayout before = layout_;
        layout_ = TimelineLayout::forFont(font());
        layout_.axis = before.axis;
        layout_.nameWidth = std::max(layout_.nameWidth, before.nameWidth);
        colors_ = TimelineColors(palette());
        cache_ = {};
        updateLayout();
        placeHeader();
    }
    QAbstractScrollArea::changeEvent(event);
}

void Timeline::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const TimelineLayout layout = layoutNow();
    const Selection& selection = session_.selection();
    const Playhead& playhead = session_.playhead();
    const Document& doc = session_.document();
    const QFont shown = font();
    TimePicture time{.layout = layout,
                     .markers = doc.clip().markers,
                     .strip = evaluator_.strip(),
                     .colors = colors_,
                     .font = shown};
    time.faults = &evaluator_.faults();
    time.format = timeFormat();
    time.playhead = playhead.frame();
    time.start = playhead.start();
    time.end = playhead.end();
    time.preview = doc.playback.preview.has_value();
    TimelinePicture picture{.time = time,
                            .layout = layout,
                            .rows = model_.rows(),
                            .selectedFrames = model_.selectedFrames(),
                            .colors = colors_};
    picture.hasTargets = !doc.rig->constraints.empty();
    picture.rowSelected = [&](const TimelineRow& row) {
        return row.node != NodeId::None && selection.contains(row.node);
    };
    const Loose& loose = session_.loose();
    if (!loose.empty())
        picture.rowLoose = [&](const TimelineRow& row) {
            const bool shows = row.id.kind == RowId::Kind::Target ||
                               row.id.kind == RowId::Kind::Pole ||
                               row.id.kind == RowId::Kind::Joint;
            return shows && loose.holds(*doc.rig, row.node);
        };
    picture.spanSelected = [&](const SpanRef& ref) { return selection.contains(ref); };
    time.markerSelected = [&](double frame) {
        const std::vector<double>& all = selection.markers();
        return std::find(all.begin(), all.end(), frame) != all.end();
    };
    picture.status = [this](const TimelineRow& row) { return model_.status(row); };
    picture.box = box();
    if (hasFocus() && cursor_ && cursor_->row < std::ssize(model_.rows()))
        time.cursor = TimeCursorMark{layout.rowRect(cursor_->row), cursor_->frame};
    picture.hovered = mode_ == Mode::Drag ? pressedOn_ : hovered_;
    // Keys that are dragged pass others, and are counted anew: which one is held, its colour says.
    if (mode_ == Mode::Drag && pressedOn_.part == TimelineHit::Part::Key) picture.hovered = {};
    if (picture.hovered.part < TimelineHit::Part::Content) {
        time.hovered.part = static_cast<TimeHit::Part>(picture.hovered.part);
        time.hovered.marker = picture.hovered.marker;
    }
    if (mode_ == Mode::Box) time.rubber = rubber_;
    if (drag_) time.readout = drag_->readout();
    time.readoutAt = last_;
    const qreal ratio = devicePixelRatioF();
    paintTime(
        painter, time, cache_.patterns, ratio, [&] { paintRows(painter, picture, cache_, ratio); },
        [&] { paintNames(painter, picture, cache_.glyphs); });
}

void Timeline::setRipple(bool on)
{
    if (std::exchange(ripple_, on) != on) emit optionsChanged();
}

void Timeline::setSnapping(const SnapSettings& settings)
{
    if (settings == snap_) return;
    snap_ = settings;
    emit optionsChanged();
}

void Timeline::setSeconds(bool on)
{
    if (std::exchange(seconds_, on) == on) return;
    viewport()->update();
    emit optionsChanged();
}

TimeFormat Timeline::timeFormat() const
{
    return {seconds_, session_.document().clip().rate};
}

void Timeline::setActionSource(std::function<QAction*(std::string_view)> source)
{
    action_ = std::move(source);
}

void Timeline::followPlayhead()
{
    // A playhead that leaves the view takes it along, a page at a time; not under the pointer.
    if (mode_ != Mode::Idle) return;
    const TimelineLayout l = layoutNow();
    const double x = l.axis.x(session_.playhead().frame());
    const double width = l.size.width() - l.nameWidth;
    if (width < 50 || (x >= 0 && x <= width)) return;
    TimeAxis axis = l.axis;
    const bool right = x > width && x < 2 * width;
    axis.left = session_.playhead().frame() - (right ? 0.05 : 0.5) * width / axis.pixelsPerFrame;
    setAxis(axis);
}

void Timeline::showNewTargets(const Document& before, const Document& now)
{
    if (before.rig.sameAs(now.rig)) return;
    int first = -1, last = -1;
    for (int i = 0; i < std::ssize(model_.rows()); ++i) {
        const TimelineRow& row = model_.rows()[i];
        if (row.id.kind != RowId::Kind::Target || !constraintOfTarget(*now.rig, row.node) ||
            constraintOfTarget(*before.rig, row.node))
            continue;
        if (first < 0) first = i;
        last = i;
    }
    if (first >= 0) showRows(first, last);
}

void Timeline::showActiveRow()
{
    const NodeId active = session_.selection().active();
    if (active == NodeId::None) return;
    for (int i = 0; i < std::ssize(model_.rows()); ++i)
        if (model_.rows()[i].node == active) {
            showRows(i, i);
            return;
        }
}

void Timeline::setExpanded(int row, bool expanded)
{
    model_.setExpanded(row, expanded);
    if (!expanded) return;
    const std::vector<TimelineRow>& rows = model_.rows();
    int last = row;
    while (last + 1 < std::ssize(rows) && rows[last + 1].depth > rows[row].depth) ++last;
    showRows(row, last);
}

void Timeline::showRows(int first, int last)
{
    // All of them, or as many as there is room for: of that, a bar of time may have come to take
    // some only now.
    updateScrollBars();
    const int room = verticalScrollBar()->pageStep();
    const int top = first * layout_.rowHeight, bottom = (last + 1) * layout_.rowHeight;
    const int now = verticalScrollBar()->value();
    verticalScrollBar()->setValue(std::min(std::max(now, bottom - room), top));
}

void Timeline::welcomeFirstSpan(const Document& before, const Document& now)
{
    if (before.playback.clip != now.playback.clip) return;
    QStringList names, exact;
    Span first;
    for (const SpanRow& row : now.clip().spans) {
        if (before.clip().spanRow(row.constraint)) continue;
        const Constraint* c = findConstraint(*now.rig, row.constraint);
        if (!c || row.spans.size() != 1 || row.spans[0].kind != SpanKind::Reach) continue;
        names.push_back(nameOfTarget(now, *c));
        first = row.spans[0];
        const Constraint* old = findConstraint(*before.rig, c->id);
        if (old && old->soft > 0 && c->soft == 0) exact.push_back(names.back());
    }
    if (names.isEmpty()) return;
    QString text = tr("%1 followed from frame %2 to %3: drag the ends of its bar, or press "
                      "Alt+[ and Alt+] at the playhead, to follow it for less")
                       .arg(names.size() == 1 ? tr("%1 is now").arg(names.front())
                                              : tr("%1 targets are now").arg(names.size()))
                       .arg(first.start)
                       .arg(first.end);
    // The newer thing first: where there is no room for all of it, the end is cut.
    if (!exact.isEmpty())
        text = tr("Soft reach of %1 is 0 now: it is straight here, and easing would bend it. ")
                   .arg(exact.join(QStringLiteral(", "))) +
               text;
    emit hint(text);
}

void Timeline::tell(const Result<void>& done)
{
    if (!done) emit hint(errorText(done.error()));
}

void Timeline::renameMarker()
{
    const std::vector<double>& chosen = session_.selection().markers();
    renameMarker(chosen.empty() ? session_.playhead().frame() : chosen.front());
}

void Timeline::renameMarker(double frame)
{
    const std::vector<Marker>& markers = session_.document().clip().markers;
    const auto marker = std::find_if(markers.begin(), markers.end(),
                                     [frame](const Marker& m) { return m.frame == frame; });
    if (marker == markers.end()) return;
    delete markerName_;
    markerName_ = new QLineEdit(viewport());
    markerName_->setObjectName(QStringLiteral("markerName"));
    markerName_->setAccessibleName(tr("Name of the marker"));
    markerName_->setText(toQt(marker->name));
    markerName_->selectAll();
    const TimelineLayout l = layoutNow();
    const int height = markerName_->sizeHint().height();
    const int x = std::clamp(static_cast<int>(l.frameX(frame)) + 8, l.nameWidth,
                             std::max(l.nameWidth, l.size.width() - 150));
    markerName_->setGeometry(x, l.markerTop() + (l.markerHeight - height) / 2, 140, height);
    auto* escape = new QShortcut(Qt::Key_Escape, markerName_, nullptr, nullptr, Qt::WidgetShortcut);
    connect(escape, &QShortcut::activated, this, [this] {
        std::exchange(markerName_, nullptr)->deleteLater();
        setFocus();
    });
    markerName_->show();
    markerName_->setFocus();
    connect(markerName_, &QLineEdit::editingFinished, this, [this, frame] {
        QLineEdit* field = std::exchange(markerName_, nullptr);
        if (!field) return;
        const QString name = field->text().trimmed();
        field->deleteLater();
        setFocus();
        if (!name.isEmpty()) tell(timeline::renameMarker(session_, frame, name));
    });
}

}  // namespace posewright::ui
