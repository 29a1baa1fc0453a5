#include "ui/time/gesture.h"

#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::ui {

namespace {

constexpr double kDragThreshold = 3;  ///< [px]

class ClickOrDragGesture final : public TimeGesture {
public:
    explicit ClickOrDragGesture(ClickOrDrag what) : what_(std::move(what)) {}

    bool drags(const QPointF& way) const override
    {
        return TimeGesture::drags(way) || (what_.anyWay && std::abs(way.y()) >= kDragThreshold);
    }
    bool begin() override
    {
        drag_ = what_.drag ? what_.drag() : nullptr;
        return drag_ && drag_->begin();
    }
    void move(const TimePoint& to) override { drag_->move(to); }
    void finish() override { drag_->finish(); }
    void click() override
    {
        if (what_.click) what_.click();
    }
    bool canCancel() const override { return drag_ && drag_->canCancel(); }
    void cancel() override { drag_->cancel(); }
    Scroll scrolls() const override { return drag_ ? drag_->scrolls() : Scroll::Never; }
    std::optional<QString> readout() const override
    {
        return drag_ ? drag_->readout() : std::nullopt;
    }
    QRectF rubber() const override { return drag_ ? drag_->rubber() : QRectF(); }

private:
    ClickOrDrag what_;
    std::unique_ptr<TimeGesture> drag_;  ///< null until the drag starts
};

}  // namespace

bool TimeGesture::drags(const QPointF& way) const
{
    return std::abs(way.x()) >= kDragThreshold;
}

bool EditGesture::begin()
{
    session_.playhead().setPlaying(false);
    return true;
}

bool EditGesture::commit(const std::vector<edit::Edit>& edits, const QString& text)
{
    if (!gesture_) gesture_ = session_.beginGesture();
    const Result<void> done = session_.commit(edits, text, gesture_);
    if (!done) readout_ = errorText(done.error());
    return bool(done);
}

bool EditGesture::perform(const Document& before, const operate::Operation& operation,
                          const QString& text)
{
    const Result<operate::Edits> edits =
        operate::plainEdits(before, operation, {session_.memo(), {}, 0});
    if (!edits) {
        readout_ = errorText(edits.error());
        return false;
    }
    // Automatic changes to neighbours are left out of the step's name.
    return commit(*edits,
                  text.isEmpty() && !edits->empty() ? stepText({edits->front()}, before) : text);
}

void EditGesture::finish()
{
    session_.finishGesture(std::exchange(gesture_, 0));
}

void EditGesture::cancel()
{
    session_.cancelGesture(std::exchange(gesture_, 0));
}

std::unique_ptr<TimeGesture> makeGesture(ClickOrDrag what)
{
    return std::make_unique<ClickOrDragGesture>(std::move(what));
}

QString movedText(double from, double to)
{
    return QCoreApplication::translate("TimeCanvas", "%1 \u2192 %2 (%3)")
        .arg(frameText(from), frameText(to),
             (to >= from ? QStringLiteral("+") : QString()) + frameText(to - from));
}

}  // namespace posewright::ui
