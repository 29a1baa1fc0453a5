#include "ui/session/step_text.h"
#include "ui/time/canvas_tools.h"
#include "ui/time/time_canvas.h"

#include <algorithm>
#include <array>
#include <utility>

namespace posewright::ui {

namespace {

enum class RangeGrip { Start, End, Body };

/// Changes the preview range if there is one, else the range.
class RangeGesture final : public EditGesture {
public:
    RangeGesture(Session& session, Snapper snapper, RangeGrip grip, double pressed) :
        EditGesture(session), snapper_(std::move(snapper)), grip_(grip), pressed_(pressed),
        before_(session.document())
    {
        const Playback& playback = session.document().playback;
        preview_ = playback.preview.has_value();
        start_ = preview_ ? playback.preview->min : playback.start;
        end_ = preview_ ? playback.preview->max : playback.end;
    }
    void move(const TimePoint& at) override
    {
        const auto to = [&](double frame) {
            return snapper_(frame + at.frame - pressed_, at.pixelsPerFrame, at.modifiers);
        };
        double start = start_, end = end_;
        switch (grip_) {
        case RangeGrip::Start: start = std::min(to(start), end - 1); break;
        case RangeGrip::End: end = std::max(to(end), start + 1); break;
        case RangeGrip::Body:
            start = to(start);
            end = end_ + start - start_;
            break;
        }
        if (preview_)
            commit({edit::SetPreviewRange{std::array{start, end}}});
        else
            perform(before_, operate::ChangeRange{start, end});
        readout_ = TimeCanvas::tr("%1 \u2013 %2 (%3 frames)")
                       .arg(frameText(start), frameText(end), frameText(end - start + 1));
    }

private:
    Snapper snapper_;
    RangeGrip grip_;
    double pressed_;
    Document before_;
    bool preview_ = false;
    double start_ = 0, end_ = 0;
};

RangeGrip rangeGripOf(TimeHit::Part part)
{
    return part == TimeHit::Part::RangeStart ? RangeGrip::Start
           : part == TimeHit::Part::RangeEnd ? RangeGrip::End
                                             : RangeGrip::Body;
}

std::unique_ptr<TimeGesture> pressRange(TimeCanvas& canvas, const TimeHit& hit, const TimePoint& at)
{
    return makeGesture({.drag = [&canvas, hit, at]() -> std::unique_ptr<TimeGesture> {
        return std::make_unique<RangeGesture>(canvas.session(), snapperOn(canvas),
                                              rangeGripOf(hit.part), at.frame);
    }});
}

void showWholeRange(TimeCanvas& canvas, const TimeHit&, const TimePoint&)
{
    canvas.showAll();
}

}  // namespace

/// Drags the ends of the played range, or all of it, on its lane.
CanvasTool rangeEndTool()
{
    CanvasTool tool{.id = "rangeEnd",
                    .takes = kOnPart<TimeHit::Part::RangeStart, TimeHit::Part::RangeEnd>};
    tool.shape = Qt::SizeHorCursor;
    tool.press = pressRange;
    tool.says = QT_TRANSLATE_NOOP("posewright::ui::TimeCanvas", "Drag to change what plays");
    tool.menu = fillRulerMenu;
    return tool;
}

CanvasTool rangeTool()
{
    CanvasTool tool{.id = "range", .takes = kOnPart<TimeHit::Part::RangeBody>};
    tool.press = pressRange;
    tool.doubleClick = showWholeRange;
    tool.says = QT_TRANSLATE_NOOP("posewright::ui::TimeCanvas",
                                  "Drag to move the range, P makes a preview range");
    tool.menu = fillRulerMenu;
    return tool;
}

/// Double click shows the whole range; presses go to the content.
CanvasTool laneTool()
{
    CanvasTool tool{.id = "lane", .takes = kOnPart<TimeHit::Part::Lane>};
    tool.doubleClick = showWholeRange;
    tool.menu = fillRulerMenu;
    return tool;
}

}  // namespace posewright::ui
