#include "ui/models/fault_text.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/seen_status.h"
#include "ui/time/canvas_tools.h"
#include "ui/time/time_canvas.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

class Scrub final : public TimeGesture {
public:
    Scrub(TimeCanvas& canvas, double x) : canvas_(canvas), pressed_(x) {}

    bool drags(const QPointF&) const override { return true; }
    bool begin() override
    {
        scrubTo(pressed_);
        return true;
    }
    void move(const TimePoint& to) override { scrubTo(to.at.x()); }
    Scroll scrolls() const override { return Scroll::Time; }

private:
    void scrubTo(double x)
    {
        const TimeLayout l = canvas_.timeLayout();
        Playhead& playhead = canvas_.session().playhead();
        playhead.setPlaying(false);
        playhead.setFrame(
            std::round(l.frameAt(std::clamp<double>(x, l.nameWidth, l.size.width()))));
    }

    TimeCanvas& canvas_;
    double pressed_;  ///< [px]
};

std::unique_ptr<TimeGesture> pressScrub(TimeCanvas& canvas, const TimeHit&, const TimePoint& at)
{
    return std::make_unique<Scrub>(canvas, at.at.x());
}

}  // namespace

/// Scrub on the ruler and on the strip of problems.
CanvasTool rulerTool()
{
    CanvasTool tool{.id = "ruler", .takes = kOnPart<TimeHit::Part::Ruler>};
    tool.press = pressScrub;
    tool.doubleClick = [](TimeCanvas& canvas, const TimeHit&, const TimePoint&) {
        canvas.showAll();
    };
    tool.says = QT_TRANSLATE_NOOP("posewright::ui::TimeCanvas",
                                  "Drag to scrub, double click to see the whole range");
    tool.menu = fillRulerMenu;
    return tool;
}

CanvasTool stripTool()
{
    CanvasTool tool{.id = "strip", .takes = kOnPart<TimeHit::Part::Strip>};
    tool.press = pressScrub;
    tool.hint = [](const TimeCanvas& canvas, const TimeHit&, const TimePoint& at) {
        return stripHint(canvas, std::round(at.frame));
    };
    return tool;
}

QString stripHint(const TimeCanvas& canvas, double frame)
{
    // The strip only covers the played range.
    const Playhead& playhead = canvas.session().playhead();
    if (frame < playhead.start() || frame > playhead.end()) return {};
    Evaluator& evaluator = canvas.evaluator();
    const QString written = canvas.timeFormat().text(frame);
    if (evaluator.strip().find(static_cast<int>(frame)) == evaluator.strip().end())
        return TimeCanvas::tr("Frame %1 has not been solved yet").arg(written);
    const std::shared_ptr<const Evaluation> pose = evaluator.at(frame);
    QStringList lines;
    const Document& doc = canvas.session().document();
    for (const TargetStatus& status : pose->targets) {
        const ik::Status seen = seenStatus(doc, status);
        if (isProblem(seen) || moodOf(seen) == Mood::Eased)
            lines << statusLine(doc, *pose, status.constraint);
    }
    const MotionFault* fault = evaluator.faultAt(frame);
    if (fault) lines << faultLines(doc, *fault);
    if (lines.isEmpty() && !pose->targets.empty()) lines << statusWord(worstSeen(doc, *pose));
    if (fault) lines << noteLines(doc, *fault);
    if (lines.isEmpty()) lines << TimeCanvas::tr("no target");
    return TimeCanvas::tr("Frame %1: %2").arg(written, lines.join(QStringLiteral("; ")));
}

}  // namespace posewright::ui
