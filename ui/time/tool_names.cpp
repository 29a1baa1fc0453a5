#include "ui/time/canvas_tools.h"
#include "ui/time/time_canvas.h"

namespace posewright::ui {

namespace {

class NameWidthGesture final : public TimeGesture {
public:
    explicit NameWidthGesture(TimeCanvas& canvas) : canvas_(canvas) {}
    bool drags(const QPointF&) const override { return true; }
    void move(const TimePoint& to) override { canvas_.setNameWidth(static_cast<int>(to.at.x())); }

private:
    TimeCanvas& canvas_;
};

}  // namespace

/// Drags the right edge of the names to change their width.
CanvasTool nameWidthTool()
{
    CanvasTool tool{.id = "nameWidth", .takes = kOnPart<TimeHit::Part::Divider>};
    tool.shape = Qt::SplitHCursor;
    tool.press = [](TimeCanvas& canvas, const TimeHit&,
                    const TimePoint&) -> std::unique_ptr<TimeGesture> {
        return std::make_unique<NameWidthGesture>(canvas);
    };
    tool.doubleClick = [](TimeCanvas& canvas, const TimeHit&, const TimePoint&) {
        canvas.setNameWidth(TimeLayout::forFont(canvas.font()).nameWidth);
    };
    return tool;
}

}  // namespace posewright::ui
