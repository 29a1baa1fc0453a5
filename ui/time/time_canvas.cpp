#include "ui/time/time_canvas.h"

#include "ui/session/evaluator.h"
#include "ui/session/text.h"
#include "ui/time/edge_scroll.h"
#include "ui/time/time_access.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <utility>

// How a canvas is built and painted.
namespace posewright::ui {

TimeCanvas::TimeCanvas(Session& session, Evaluator& evaluator, QWidget* parent) :
    QAbstractScrollArea(parent), session_(session), evaluator_(evaluator),
    layout_(TimeLayout::forFont(font())), colors_(palette())
{
    installTimeAccess();
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    viewport()->setMouseTracking(true);
    edges_.setInterval(kEdgeInterval);
    connect(&edges_, &QTimer::timeout, this, &TimeCanvas::scrollAtEdges);
    fitted_ = true;
    qApp->installEventFilter(this);
}

TimeCanvas::~TimeCanvas() = default;

void TimeCanvas::setContent(TimeContent& content)
{
    const bool first = !content_;
    content_ = &content;
    content_->restyle(font(), palette());
    dropGesture();
    setFocusCell(std::nullopt);
    contentChanged();
    if (!first) return;
    // Connect after the content, which must hear of changes first.
    const auto repaint = [this] { viewport()->update(); };
    seen_ = session_.document().playback;
    connect(&session_, &Session::changed, this, [this](const Document& now) {
        updateLayout();
        followRange(now);
    });
    connect(&session_, &Session::replaced, this, [this] {
        dropGesture();
        content_->leave();
        cursor_.reset();
        updateLayout();
        seen_ = session_.document().playback;
        showAll();
    });
    connect(&session_.playhead(), &Playhead::moved, this, [this] {
        followPlayhead();
        viewport()->update();
    });
    const Selection& selection = session_.selection();
    connect(&selection, &Selection::spansChanged, this, repaint);
    connect(&selection, &Selection::markersChanged, this, repaint);
    connect(&selection, &Selection::nodesChanged, this, repaint);
    connect(&session_.unkeyed(), &UnkeyedMoves::changed, this, repaint);
    connect(&evaluator_, &Evaluator::stripChanged, this, repaint);
    connect(&evaluator_, &Evaluator::evaluated, this, repaint);
}

void TimeCanvas::contentChanged()
{
    hovered_ = {};
    if (cursor_)
        cursor_->row = std::clamp(cursor_->row, 0, std::max(0, content_->cells().rows() - 1));
    updateScrollBars();
    viewport()->update();
}

TimeLayout TimeCanvas::timeLayout() const
{
    TimeLayout layout = layout_;
    layout.size = viewport()->size();
    layout.scrollY = verticalScrollBar()->value();
    return layout;
}

QSize TimeCanvas::sizeHint() const
{
    // As many rows as a new figure needs: all keys, five targets, and their groups.
    return {600, layout_.contentTop() + 8 * content_->rowHeight()};
}

QSize TimeCanvas::minimumSizeHint() const
{
    return {layout_.nameWidth + 120, layout_.contentTop() + 2 * content_->rowHeight()};
}

void TimeCanvas::updateLayout()
{
    const int height = session_.document().clip().markers.empty()
                           ? 0
                           : static_cast<int>(layout_.rulerHeight * 0.75);
    if (std::exchange(layout_.markerHeight, height) != height) emit resized();
    updateScrollBars();
    viewport()->update();
}

void TimeCanvas::setNameWidth(int width)
{
    layout_.nameWidth = std::clamp(width, 60, std::max(60, viewport()->width() - 120));
    emit resized();
    updateScrollBars();
    viewport()->update();
}

void TimeCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::StyleChange) {
        const TimeLayout before = layout_;
        layout_ = TimeLayout::forFont(font());
        layout_.axis = before.axis;
        layout_.nameWidth = std::max(layout_.nameWidth, before.nameWidth);
        colors_ = TimeColors(palette());
        patterns_ = {};
        if (content_) content_->restyle(font(), palette());
        updateLayout();
        emit resized();
    }
    QAbstractScrollArea::changeEvent(event);
}

void TimeCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const TimeLayout layout = timeLayout();
    const Playhead& playhead = session_.playhead();
    const Document& doc = session_.document();
    const QFont shown = font();
    TimePicture picture{.layout = layout,
                        .markers = doc.clip().markers,
                        .strip = evaluator_.strip(),
                        .colors = colors_,
                        .font = shown};
    picture.faults = &evaluator_.faults();
    picture.format = timeFormat();
    picture.playhead = playhead.frame();
    picture.start = playhead.start();
    picture.end = playhead.end();
    picture.preview = doc.playback.preview.has_value();
    picture.markerSelected = [this](double frame) {
        const std::vector<double>& all = session_.selection().markers();
        return std::find(all.begin(), all.end(), frame) != all.end();
    };
    if (hasFocus() && cursor_ && cursor_->row < content_->cells().rows())
        picture.cursor = TimeCursorMark{content_->cells().rowRect(cursor_->row), cursor_->frame};
    picture.hovered = holds() ? pressedOn_ : hovered_;
    if (gesture_ && moved_) {
        picture.rubber = gesture_->rubber();
        picture.readout = gesture_->readout().value_or(QString());
    }
    picture.readoutAt = last_;
    const qreal ratio = devicePixelRatioF();
    paintTime(
        painter, picture, patterns_, ratio, [&] { content_->paint(painter, picture, ratio); },
        [&] { content_->paintNames(painter, picture); });
}

void TimeCanvas::setSnapping(const SnapSettings& settings)
{
    if (settings == snap_) return;
    snap_ = settings;
    emit optionsChanged();
}

void TimeCanvas::setSeconds(bool on)
{
    if (std::exchange(seconds_, on) == on) return;
    viewport()->update();
    emit optionsChanged();
}

TimeFormat TimeCanvas::timeFormat() const
{
    return {seconds_, session_.document().clip().rate};
}

void TimeCanvas::setActionSource(std::function<QAction*(std::string_view)> source)
{
    action_ = std::move(source);
}

Snapper snapperOn(const TimeCanvas& canvas, std::vector<double> candidates)
{
    return {std::move(candidates), canvas.session().document(), canvas.session().playhead().frame(),
            canvas.snapping()};
}

void tell(TimeCanvas& canvas, const Result<void>& done)
{
    if (!done) emit canvas.hint(errorText(done.error()));
}

}  // namespace posewright::ui
