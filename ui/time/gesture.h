#pragma once

#include "core/operate/operate.h"
#include "ui/session/session.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace posewright::ui {

/// Where the pointer is on a time canvas.
struct TimePoint {
    QPointF at;        ///< [px]
    double frame = 0;  ///< under it, not rounded
    double pixelsPerFrame = 1;
    Qt::KeyboardModifiers modifiers;
};

/// What a press of the pointer started, until the button is released.
class TimeGesture {
public:
    /// How the canvas scrolls while the pointer is held beyond its border.
    enum class Scroll { Never, Time, TimeAndRows };

    virtual ~TimeGesture() = default;

    /// Is it a drag when the pointer has moved this far from the press [px]? Until then it is a
    /// click. A gesture that returns true for (0, 0) begins with the press.
    virtual bool drags(const QPointF& way) const;
    /// The drag begins. False: there is nothing to drag.
    virtual bool begin() { return true; }
    virtual void move(const TimePoint& to) = 0;
    /// Released after a drag.
    virtual void finish() {}
    /// Released without a drag.
    virtual void click() {}
    /// Can Esc cancel the drag?
    virtual bool canCancel() const { return false; }
    virtual void cancel() {}

    virtual Scroll scrolls() const { return Scroll::Never; }
    /// Text beside the pointer: "12 → 15 (+3)". If not nullopt, even if empty, what was pressed
    /// stays highlighted.
    virtual std::optional<QString> readout() const { return {}; }
    /// The rectangle of a box selection; empty: none.
    virtual QRectF rubber() const { return {}; }
};

/// The held modifiers for the alternative action of a press: Alt, or Ctrl+Shift, since many window
/// managers use Alt+drag themselves. None if the alternative is not asked for.
inline Qt::KeyboardModifiers altOf(Qt::KeyboardModifiers held)
{
    constexpr auto kInstead = Qt::ControlModifier | Qt::ShiftModifier;
    const Qt::KeyboardModifiers alt = held & Qt::AltModifier;
    return (held & kInstead) == kInstead ? alt | kInstead : alt;
}

/// A drag that changes the document as one step of the history. Does nothing until it has moved.
/// Stops playback.
class EditGesture : public TimeGesture {
public:
    explicit EditGesture(Session& session) : session_(session) {}

    bool begin() override;
    void finish() override;
    bool canCancel() const override { return true; }
    void cancel() override;
    Scroll scrolls() const override { return Scroll::Time; }
    std::optional<QString> readout() const override { return readout_; }

protected:
    /// Commits edits that replace those of the drag so far. False: refused; the readout says why.
    bool commit(const std::vector<edit::Edit>& edits, const QString& text = {});
    /// Commits the edits of the operation on `before`, the document when the drag began. Without a
    /// text the step is named after its first edit.
    bool perform(const Document& before, const operate::Operation& operation,
                 const QString& text = {});

    Session& session_;
    QString readout_;

private:
    int gesture_ = 0;
};

/// A click, or a drag that is created when the pointer moves.
struct ClickOrDrag {
    std::function<void()> click{};                         ///< may be empty
    std::function<std::unique_ptr<TimeGesture>()> drag{};  ///< empty, or returns null: no drag
    bool anyWay = false;                                   ///< vertical moves are a drag, too
};
std::unique_ptr<TimeGesture> makeGesture(ClickOrDrag what);

/// "12 → 15 (+3)", of frames.
QString movedText(double from, double to);

}  // namespace posewright::ui
