#pragma once

#include "ui/timeline/timeline_painter.h"

#include <QAbstractScrollArea>

#include <optional>

namespace posewright::ui {

class Evaluator;

/// Rows of keys over time, the solve strip and the ruler.
///
/// Drag on the ruler or the strip: scrub. Keys: click (Shift adds, Ctrl toggles), drag to move on
/// whole frames, box select from empty ground. Wheel scrolls rows, Ctrl+wheel zooms about the
/// pointer anywhere, Shift+wheel and the middle button scroll time. Double click on a row: a key
/// there; on the ruler: the whole range. Rows select their target and never move time.
class Timeline : public QAbstractScrollArea {
    Q_OBJECT

public:
    Timeline(Session& session, Evaluator& evaluator, QWidget* parent = nullptr);

    /// For tests: where things are drawn now, in viewport() coordinates.
    TimelineLayout layoutNow() const;
    const TimelineModel& model() const noexcept { return model_; }

    void showAll();

    QSize sizeHint() const override;

signals:
    void hint(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    enum class Mode { Idle, Scrub, Pan, Press, MoveKeys, Box };

    void scrubTo(double x);
    void selectNodesOfKeys();
    void pressKey(const TimelineHit& hit, Qt::KeyboardModifiers modifiers);
    void moveKeysTo(double x);
    void setAxis(const TimeAxis& axis);
    void updateScrollBars();
    bool cancel();
    QString hintFor(const TimelineHit& hit) const;

    Session& session_;
    Evaluator& evaluator_;
    TimelineModel model_;
    TimelineLayout layout_;
    GlyphCache glyphs_;
    Mode mode_ = Mode::Idle;
    TimelineHit hovered_;
    QPointF pressed_;
    QPointF last_;
    QRectF box_;
    std::vector<edit::KeyRef> before_;  ///< selected when a box or a move began
    int gesture_ = 0;
    int movedBy_ = 0;
    bool fitted_ = false;
    bool settingScroll_ = false;
    std::optional<edit::KeyRef> chooseOnRelease_;
};

}  // namespace posewright::ui
