#pragma once

#include "ui/time/content.h"
#include "ui/time/snapping.h"
#include "ui/time/time_layout.h"

#include <QAbstractScrollArea>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

class QAction;
class QMenu;

namespace posewright::ui {

class Evaluator;

/// A canvas for content over time, below a ruler and the lanes of range, markers and problems.
///
/// It provides scrubbing, zooming, scrolling, box selection, snapping, following the playhead,
/// keyboard navigation and accessibility for any content. Ruler and strip: drag to scrub. Wheel
/// scrolls rows, Ctrl+wheel zooms about the pointer anywhere, Shift+wheel and the middle button
/// scroll time, Alt+wheel steps through it. Tab shows a cursor that the arrows move.
class TimeCanvas : public QAbstractScrollArea {
    Q_OBJECT

public:
    TimeCanvas(Session& session, Evaluator& evaluator, QWidget* parent = nullptr);
    ~TimeCanvas() override;

    Session& session() const noexcept { return session_; }
    Evaluator& evaluator() const noexcept { return evaluator_; }
    /// Null before setContent.
    TimeContent* content() const noexcept { return content_; }

    /// The current layout, in viewport() coordinates.
    TimeLayout timeLayout() const;
    void setAxis(const TimeAxis& axis);
    void setNameWidth(int width);  ///< clamped to the canvas [px]
    /// Shows the whole played range, and keeps it in view until the user zooms or scrolls.
    void showAll();
    void showFrames(double first, double last);
    /// Scrolls as little as needed to show [top, bottom) of the content, or its top if it does not
    /// fit. [px]
    void showContent(int top, int bottom);

    /// Are keys like F and A for this canvas? True if the pointer is over it.
    bool wantsViewKeys() const;
    /// Is a button of the pointer down?
    bool isPressed() const noexcept { return gesture_ != nullptr; }
    /// Is something being dragged that stays highlighted?
    bool holds() const { return moved_ && gesture_ && gesture_->readout(); }

    const SnapSettings& snapping() const noexcept { return snap_; }
    void setSnapping(const SnapSettings& settings);
    bool seconds() const noexcept { return seconds_; }
    void setSeconds(bool on);
    TimeFormat timeFormat() const;

    /// The keyboard cursor; nullopt while the pointer is used.
    const std::optional<TimeCell>& focusCell() const noexcept { return cursor_; }
    void setFocusCell(std::optional<TimeCell> cell);

    /// Gives context menus the window's actions by id; may return null.
    void setActionSource(std::function<QAction*(std::string_view)> source);
    /// Fills the context menu for a point, and selects what is there.
    void fillMenu(QMenu& menu, const QPointF& at);

signals:
    void hint(const QString& text);
    /// Snapping or the time format changed.
    void optionsChanged();
    /// The size of lanes or names changed.
    void resized();

protected:
    /// Sets the content. It must outlive the canvas, or live until it is replaced.
    void setContent(TimeContent& content);
    /// To be called when the content's rows or height have changed.
    void contentChanged();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Gives Esc to a drag, wherever the focus is.
    bool eventFilter(QObject* watched, QEvent* event) override;
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
    TimeHit hitAt(const QPointF& at) const;
    TimePoint point(const QPointF& at, Qt::KeyboardModifiers modifiers) const;
    std::unique_ptr<TimeGesture> press(const TimePoint& at);
    bool beginDrag();
    void dragTo(const QPointF& at, Qt::KeyboardModifiers modifiers);
    void scrollAtEdges();
    bool canCancel() const;
    void cancel();
    void dropGesture();
    void hover(const QPointF& at);

    void updateLayout();
    void updateScrollBars();
    void fitRows();
    void fitTime();
    void followPlayhead();
    void followRange(const Document& now);

    bool takesKey(const QKeyEvent& event) const;
    void showCursor();

    Session& session_;
    Evaluator& evaluator_;
    TimeContent* content_ = nullptr;
    TimeLayout layout_;
    TimeColors colors_;
    PatternCache patterns_;
    std::function<QAction*(std::string_view)> action_;

    std::unique_ptr<TimeGesture> gesture_;  ///< null: no button is down
    bool moved_ = false;                    ///< the gesture has become a drag
    TimeHit hovered_;
    TimeHit pressedOn_;
    QPointF pressed_;
    QPointF last_;
    Qt::KeyboardModifiers pressedWith_;
    Qt::KeyboardModifiers heldWith_;
    QTimer edges_;  ///< scrolls during a drag beyond the border
    std::optional<TimeCell> cursor_;
    double wheel_ = 0;  ///< fraction of a wheel notch not used yet
    bool fitted_ = false;
    Playback seen_;
    bool settingScroll_ = false;
    bool seconds_ = false;
    SnapSettings snap_;
};

/// `candidates`: frames of the content to snap to.
Snapper snapperOn(const TimeCanvas& canvas, std::vector<double> candidates = {});

/// Tells the user why something failed; nothing if it succeeded.
void tell(TimeCanvas& canvas, const Result<void>& done);

}  // namespace posewright::ui
