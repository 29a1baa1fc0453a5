#include "core/operate/retime.h"
#include "ui/session/step_text.h"
#include "ui/timeline/key_sheet.h"
#include "ui/timeline/sheet_tools.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::ui {

namespace {

/// Scales the selected keys about the opposite end of the frame around them.
class ScaleDrag final : public EditGesture {
public:
    ScaleDrag(Session& session, Snapper snapper, bool fromStart, bool whole) :
        EditGesture(session), snapper_(std::move(snapper)), whole_(whole),
        keys_(session.selection().keys())
    {
        const auto [first, last] = operate::firstAndLast(keys_);
        pivot_ = fromStart ? last : first;
        grabbed_ = fromStart ? first : last;
    }
    void move(const TimePoint& at) override
    {
        const double length = grabbed_ - pivot_;
        // The length must stay positive, at least one frame.
        const double to = snapper_(at.frame, at.pixelsPerFrame, at.modifiers);
        const double factor = std::max((to - pivot_) / length, 1 / std::abs(length));
        edit::ScaleKeys scale{keys_, pivot_, factor, whole_};
        if (!commit({scale})) return;
        session_.selection().setKeys(operate::scaled(scale));
        readout_ = KeySheet::tr("%1 frames, %2 %")
                       .arg(frameText(std::round(std::abs(length) * factor * 100) / 100),
                            QString::number(std::lround(factor * 100)));
    }
    void cancel() override
    {
        EditGesture::cancel();
        session_.selection().setKeys(keys_);
    }

private:
    Snapper snapper_;
    bool whole_;
    std::vector<edit::KeyRef> keys_;
    double pivot_ = 0, grabbed_ = 0;
};

}  // namespace

/// Scales keys by the handles of their box, about its other end.
SheetTool scaleTool()
{
    SheetTool tool{.id = "scale",
                   .takes = kOnPart<TimelineHit::Part::BoxStart, TimelineHit::Part::BoxEnd>};
    tool.shape = Qt::SplitHCursor;
    tool.press = [](KeySheet& sheet, const TimelineHit& hit, const TimePoint&) {
        const bool fromStart = hit.part == TimelineHit::Part::BoxStart;
        return makeGesture({.drag = [&sheet, fromStart]() -> std::unique_ptr<TimeGesture> {
            return std::make_unique<ScaleDrag>(sheet.session(), sheet.snapper(true), fromStart,
                                               sheet.canvas().snapping().frames);
        }});
    };
    tool.says = QT_TRANSLATE_NOOP("Timeline", "Drag to scale the selected keys");
    return tool;
}

}  // namespace posewright::ui
