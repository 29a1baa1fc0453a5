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

/// What a press of the pointer began, until the button is let go.
class TimeGesture {
public:
    /// How the canvas scrolls while the pointer is held at its border.
    enum class Scroll { Never, Time, TimeAndRows };

    virtual ~TimeGesture() = default;

    /// Is it a drag once the pointer is so far from the press [px]? Until then it is a click. A
    /// gesture that is a drag for no way at all begins with the press.
    virtual bool drags(const QPointF& way) const;
    /// The drag begins. False: there is nothing to drag.
    virtual bool begin() { return true; }
    virtual void move(const TimePoint& to) = 0;
    /// Let go after a drag.
    virtual void finish() {}
    /// Let go before there was a drag.
    virtual void click() {}
    /// Esc takes back what was dragged.
    virtual bool canCancel() const { return false; }
    virtual void cancel() {}

    virtual Scroll scrolls() const { return Scroll::Never; }
    /// "12 → 15 (+3)": what stands beside the pointer. While there is one, or an empty one, what
    /// was pressed stays lit.
    virtual std::optional<QString> readout() const { return {}; }
    /// What is drawn of a box selection.
    virtual QRectF rubber() const { return {}; }
};

/// The modifiers that ask for the other thing that a press may do: Alt, or Ctrl and Shift, since
/// many a window manager moves windows by Alt and a drag. None of them where it is not asked for.
inline Qt::KeyboardModifiers altOf(Qt::KeyboardModifiers held)
{
    constexpr auto kInstead = Qt::ControlModifier | Qt::ShiftModifier;
    const Qt::KeyboardModifiers alt = held & Qt::AltModifier;
    return (held & kInstead) == kInstead ? alt | kInstead : alt;
}

/// A drag that changes the document: one step of the history. Until it has moved it has done
/// nothing. Stops playing.
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
    /// The edits in place of what the drag did before. False: refused; the readout says why.
    bool commit(const std::vector<edit::Edit>& edits, const QString& text = {});
    /// What the operation comes to on `before`, the document that the drag began on. Without a text
    /// the step is called what its first edit is.
    bool perform(const Document& before, const operate::Operation& operation,
                 const QString& text = {});

    Session& session_;
    QString readout_;

private:
    int gesture_ = 0;
};

/// A click, or a drag that is made when the pointer goes on.
struct ClickOrDrag {
    std::function<void()> click{};                         ///< may be empty
    std::function<std::unique_ptr<TimeGesture>()> drag{};  ///< empty, or gives null: no drag
    bool anyWay = false;                                   ///< up and down is a drag, too
};
std::unique_ptr<TimeGesture> makeGesture(ClickOrDrag what);

/// "12 → 15 (+3)", of frames.
QString movedText(double from, double to);

}  // namespace posewright::ui
