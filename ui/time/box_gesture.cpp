#include "ui/time/box_gesture.h"

#include <utility>

namespace posewright::ui {

namespace {

class BoxGesture final : public TimeGesture {
public:
    BoxGesture(std::function<TimeLayout()> layout, const TimePoint& pressed,
               BoxSelection selection) :
        layout_(std::move(layout)),
        selection_(std::move(selection)), frame_(pressed.frame),
        y_(pressed.at.y() + layout_().scrollY)
    {
    }
    bool drags(const QPointF&) const override { return true; }
    void move(const TimePoint& to) override
    {
        const TimeLayout l = layout_();
        rubber_ = QRectF(QPointF(l.frameX(frame_), y_ - l.scrollY), to.at).normalized();
        selection_.select(rubber_, l.frameAt(rubber_.left()), l.frameAt(rubber_.right()));
    }
    void finish() override { selection_.finish(); }
    bool canCancel() const override { return true; }
    void cancel() override { selection_.cancel(); }
    Scroll scrolls() const override { return Scroll::TimeAndRows; }
    QRectF rubber() const override { return rubber_; }

private:
    std::function<TimeLayout()> layout_;
    BoxSelection selection_;
    double frame_;
    double y_;  ///< in the content [px]
    QRectF rubber_;
};

}  // namespace

std::unique_ptr<TimeGesture> makeBoxGesture(std::function<TimeLayout()> layout,
                                            const TimePoint& pressed, BoxSelection selection)
{
    return std::make_unique<BoxGesture>(std::move(layout), pressed, std::move(selection));
}

}  // namespace posewright::ui
