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

/// Something over time, below a ruler, the lanes of the range, the markers and the problems.
///
/// Whatever the content is, the canvas scrubs, zooms, scrolls, draws boxes, snaps, follows the
/// playhead, walks with the keyboard and reports to screen readers. Ruler and strip: drag to scrub.
/// Wheel scrolls rows, Ctrl+wheel zooms about the pointer anywhere, Shift+wheel and the middle
/// button scroll time, Alt+wheel steps through it. With Tab comes a cursor that the arrows move.
class TimeCanvas : public QAbstractScrollArea {
    Q_OBJECT

public:
    TimeCanvas(Session& session, Evaluator& evaluator, QWidget* parent = nullptr);
    ~TimeCanvas() override;

    Session& session() const noexcept { return session_; }
    Evaluator& evaluator() const noexcept { return evaluator_; }
    /// Null before the first.
    TimeContent* content() const noexcept { return content_; }

    /// Where things are drawn now, in viewport() coordinates.
    TimeLayout timeLayout() const;
    void setAxis(const TimeAxis& axis);
    void setNameWidth(int width);  ///< kept within the canvas [px]
    /// The range that plays. It stays in view whole until the user zooms or scrolls.
    void showAll();
    void showFrames(double first, double last);
    /// Scrolls as little as shows [top, bottom) of the content; its top, if there is no room. [px]
    void showContent(int top, int bottom);

    /// Keys like F and A are for this canvas: the pointer is over it.
    bool wantsViewKeys() const;
    /// A press of the pointer has not ended yet.
    bool isPressed() const noexcept { return gesture_ != nullptr; }
    /// What was pressed is dragged, and stays lit.
    bool holds() const { return moved_ && gesture_ && gesture_->readout(); }

    const SnapSettings& snapping() const noexcept { return snap_; }
    void setSnapping(const SnapSettings& settings);
    bool seconds() const noexcept { return seconds_; }
    void setSeconds(bool on);
    TimeFormat timeFormat() const;

    /// The keyboard's place; none while the pointer is used.
    const std::optional<TimeCell>& focusCell() const noexcept { return cursor_; }
    void setFocusCell(std::optional<TimeCell> cell);

    /// Where context menus find the window's actions, by id; may give null.
    void setActionSource(std::function<QAction*(std::string_view)> source);
    /// What a right click there offers. Selects what it is about.
    void fillMenu(QMenu& menu, const QPointF& at);

signals:
    void hint(const QString& text);
    /// Snapping, or how time is written.
    void optionsChanged();
    /// The lanes or the names have another size.
    void resized();

protected:
    /// What is shown from now on; lives as long as the canvas, or until there is another.
    void setContent(TimeContent& content);
    /// The content has other rows, or another height.
    void contentChanged();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Esc is the drag's, whoever has the focus.
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
    bool moved_ = false;                    ///< the gesture is a drag by now
    TimeHit hovered_;
    TimeHit pressedOn_;
    QPointF pressed_;
    QPointF last_;
    Qt::KeyboardModifiers pressedWith_;
    Qt::KeyboardModifiers heldWith_;
    QTimer edges_;  ///< a drag at the border goes on scrolling
    std::optional<TimeCell> cursor_;
    double wheel_ = 0;  ///< what of a notch has not been stepped yet
    bool fitted_ = false;
    Playback seen_;
    bool settingScroll_ = false;
    bool seconds_ = false;
    SnapSettings snap_;
};

/// `aims`: frames that the content has to offer to a drag.
Snapper snapperOn(const TimeCanvas& canvas, std::vector<double> aims = {});

/// Says why something was not done.
void tell(TimeCanvas& canvas, const Result<void>& done);

}  // namespace posewright::ui
