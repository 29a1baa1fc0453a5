#pragma once

#include "ui/time/time_cell.h"
#include "ui/timeline/drags.h"
#include "ui/timeline/timeline_picture.h"

#include <QAbstractScrollArea>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

class QAction;
class QLineEdit;
class QMenu;
class QToolButton;

namespace posewright::ui {

class Evaluator;

/// Rows of keys and spans over time, with the ruler, the range, the markers and the solve strip.
///
/// Ruler and strip: drag to scrub. Keys: click (Shift adds, Ctrl toggles), drag to move, Alt at the
/// press to copy, Alt+click for the next easing; a frame around several scales them. Spans: ends,
/// fades and bodies are dragged, Alt+drag on a target's row draws one. Empty ground, and a Reach
/// that is not selected: box select, with Shift or Ctrl on any span (decision 11); double click: a
/// key. Wheel scrolls rows, Ctrl+wheel zooms about the pointer
/// anywhere, Shift+wheel and the middle button scroll time, Alt+wheel steps through it. Rows select
/// what they stand for and never move time. With Tab comes a cursor that the arrows move from key
/// to key.
class Timeline : public QAbstractScrollArea {
    Q_OBJECT

public:
    Timeline(Session& session, Evaluator& evaluator, QWidget* parent = nullptr);
    ~Timeline() override;

    /// Where things are drawn now, in viewport() coordinates.
    TimelineLayout layoutNow() const;
    const TimelineModel& model() const noexcept { return model_; }
    TimelineModel& model() noexcept { return model_; }
    Session& session() const noexcept { return session_; }

    void showAll();
    /// Selected keys and spans; all where nothing is selected.
    void showSelected();
    /// Keys like F and A are for the timeline: the pointer is over it.
    bool wantsViewKeys() const;

    bool ripple() const noexcept { return ripple_; }
    void setRipple(bool on);
    const SnapSettings& snapping() const noexcept { return snap_; }
    void setSnapping(const SnapSettings& settings);
    bool seconds() const noexcept { return seconds_; }
    void setSeconds(bool on);
    TimeFormat timeFormat() const;

    /// Opens a field for the name of the marker that is selected, or at the playhead.
    void renameMarker();
    void renameMarker(double frame);

    /// The keyboard's place; none while the pointer is used.
    const std::optional<TimeCell>& focusCell() const noexcept { return cursor_; }
    void setFocusCell(std::optional<TimeCell> cell);
    /// Selects what the cursor is on.
    void chooseAtCursor(Qt::KeyboardModifiers modifiers);

    /// Where context menus find the window's actions, by id; may give null.
    void setActionSource(std::function<QAction*(std::string_view)> source);
    /// What a right click there offers. Selects what it is about.
    void fillMenu(QMenu& menu, const QPointF& at);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Esc is the drag's, whoever has the focus.
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void hint(const QString& text);
    /// Ripple, snapping, or how time is written.
    void optionsChanged();

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    enum class Mode { Idle, Scrub, Pan, Divider, Press, Drag, Box };

    TimelineHit hitAt(const QPointF& at) const;
    std::optional<KeyFrameBox> box() const;
    Snapper snapper(bool keysMove) const;
    DragPoint dragPoint(const QPointF& at, Qt::KeyboardModifiers modifiers) const;
    double frameAt(const QPointF& at) const;
    void tell(const Result<void>& done);

    void press(const TimelineHit& hit, const QPointF& at, Qt::KeyboardModifiers modifiers);
    void pressKey(const TimelineHit& hit, Qt::KeyboardModifiers modifiers);
    void pressSpan(const TimelineHit& hit, Qt::KeyboardModifiers modifiers);
    void pressName(const TimelineHit& hit, Qt::KeyboardModifiers modifiers);
    void pressGround(const TimelineHit& hit, Qt::KeyboardModifiers modifiers);
    bool boxBeginsOn(const TimelineHit& hit, Qt::KeyboardModifiers modifiers) const;
    void setExpanded(int row, bool expanded);
    std::unique_ptr<TimelineDrag> dragFor(const TimelineHit& hit, double pressed,
                                          Qt::KeyboardModifiers modifiers) const;
    void boxTo(const QPointF& at);
    void dragTo(const QPointF& at, Qt::KeyboardModifiers modifiers);
    void scrollAtEdges();
    void scrubTo(double x);
    bool cancel();
    void selectNodesOfKeys();
    void chooseKeys(std::vector<edit::KeyRef> keys);
    void setKeyAt(int row, double frame);
    void hover(const QPointF& at);
    Qt::CursorShape shapeFor(const TimelineHit& hit) const;
    QString hintFor(const TimelineHit& hit, const QPointF& at) const;
    QString stripHint(double frame) const;

    void setAxis(const TimeAxis& axis);
    void updateScrollBars();
    void fitRows();
    void fitTime();
    void updateLayout();
    void placeHeader();
    void followPlayhead();
    void welcomeFirstSpan(const Document& before, const Document& now);
    void showNewTargets(const Document& before, const Document& now);
    void showActiveRow();
    void showRows(int first, int last);

    bool takesKey(const QKeyEvent& event) const;
    bool moveCursor(int key, Qt::KeyboardModifiers modifiers);
    std::vector<double> stops(int row) const;
    void showCursor();

    Session& session_;
    Evaluator& evaluator_;
    TimelineModel model_;
    TimelineLayout layout_;
    TimelineColors colors_;
    TimelineCache cache_;
    QLineEdit* filter_;
    QToolButton* selectedOnly_;
    QLineEdit* markerName_ = nullptr;
    std::function<QAction*(std::string_view)> action_;

    Mode mode_ = Mode::Idle;
    std::unique_ptr<TimelineDrag> drag_;
    TimelineHit hovered_;
    TimelineHit pressedOn_;
    QPointF pressed_;
    QPointF last_;
    Qt::KeyboardModifiers pressedWith_;
    QRectF rubber_;
    double rubberFrame_ = 0;  ///< where a box began [frame]
    int rubberScroll_ = 0;    ///< of the rows, when it began
    QTimer edges_;            ///< a drag at the border goes on scrolling
    Qt::KeyboardModifiers heldWith_;
    std::vector<edit::KeyRef> before_;  ///< selected when a box began
    std::optional<edit::KeyRef> chooseOnRelease_;
    bool boxOrSpan_ = false;  ///< a drag from here selects in a box, a click selects the span
    std::optional<TimeCell> cursor_;
    Document lookedAt_;  ///< as it was when it was last looked at
    double wheel_ = 0;   ///< what of a notch has not been stepped yet
    bool fitted_ = false;
    bool settingScroll_ = false;
    bool ripple_ = false;
    bool seconds_ = false;
    SnapSettings snap_;
};

}  // namespace posewright::ui
