#include "ui/timeline/tool_spans.h"

#include "core/operate/retime.h"
#include "ui/session/step_text.h"
#include "ui/timeline/key_sheet.h"
#include "ui/timeline/tool_keys.h"

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

enum class SpanGrip { Start, End, Body, FadeIn, FadeOut };

SpanGrip gripOf(TimelineHit::Part part)
{
    switch (part) {
    case TimelineHit::Part::SpanStart: return SpanGrip::Start;
    case TimelineHit::Part::SpanEnd: return SpanGrip::End;
    case TimelineHit::Part::FadeIn: return SpanGrip::FadeIn;
    case TimelineHit::Part::FadeOut: return SpanGrip::FadeOut;
    default: return SpanGrip::Body;
    }
}

class SpanDrag final : public EditGesture {
public:
    SpanDrag(Session& session, Snapper snapper, SpanRef ref, SpanGrip grip, double pressed) :
        EditGesture(session), snapper_(std::move(snapper)), ref_(ref), grip_(grip),
        pressed_(pressed), before_(session.document()), span_(*findSpan(before_, ref)),
        selected_(session.selection().spans())
    {
    }
    void move(const TimePoint& at) override
    {
        const bool alone = at.modifiers & Qt::AltModifier;
        const double by = at.frame - pressed_;
        const auto to = [&](double frame) {
            return snapper_(frame + by, at.pixelsPerFrame, at.modifiers);
        };
        // A span of length 0 could not be grabbed again.
        const double least = std::min(1.0, span_.end - span_.start);
        double start = span_.start, end = span_.end;
        operate::FadeSpan fades{ref_, span_.in, span_.out};
        switch (grip_) {
        case SpanGrip::Start: start = std::min(to(start), end - least); break;
        case SpanGrip::End: end = std::max(to(end), start + least); break;
        case SpanGrip::Body:
            start = to(start);
            end = span_.end + start - span_.start;
            break;
        case SpanGrip::FadeIn: fades.in = to(span_.start + span_.in) - span_.start; break;
        case SpanGrip::FadeOut:
            fades.out =
                std::min(span_.end - to(span_.end - span_.out), span_.end - span_.start - span_.in);
            break;
        }
        const bool fade = grip_ == SpanGrip::FadeIn || grip_ == SpanGrip::FadeOut;
        if (!(fade ? perform(before_, fades)
                   : perform(before_, operate::RetimeSpan{ref_, start, end, alone})))
            return;
        session_.selection().setSpans({{ref_.target, start}});
        const Span* now = findSpan(session_.document(), {ref_.target, start});
        if (!now) return;
        if (fade)
            readout_ = KeySheet::tr("fade in %1, fade out %2 frames")
                           .arg(frameText(now->in), frameText(now->out));
        else
            readout_ = KeySheet::tr("%1 %2 \u2013 %3 (%4 frames)")
                           .arg(spanWord(span_.kind), frameText(start), frameText(end),
                                frameText(end - start));
    }
    void cancel() override
    {
        EditGesture::cancel();
        session_.selection().setSpans(selected_);
    }

private:
    Snapper snapper_;
    SpanRef ref_;
    SpanGrip grip_;
    double pressed_;
    Document before_;
    Span span_;
    std::vector<SpanRef> selected_;
};

const Span& spanUnder(const KeySheet& sheet, const TimelineHit& hit)
{
    return sheet.model().rows()[hit.row].spans[hit.span];
}

SpanRef refUnder(const KeySheet& sheet, const TimelineHit& hit)
{
    return {sheet.model().rows()[hit.row].constraint, spanUnder(sheet, hit).start};
}

std::unique_ptr<TimeGesture> pressSpan(KeySheet& sheet, const TimelineHit& hit, const TimePoint& at)
{
    const SpanRef ref = refUnder(sheet, hit);
    sheet.clickSpan(hit, at.modifiers);
    return makeGesture(
        {.drag = [&sheet, ref, grip = gripOf(hit.part), at]() -> std::unique_ptr<TimeGesture> {
            Session& session = sheet.session();
            if (!session.selection().contains(ref) || !findSpan(session.document(), ref))
                return nullptr;
            return std::make_unique<SpanDrag>(sheet.session(), sheet.snapper(false), ref, grip,
                                              at.frame);
        }});
}

}  // namespace

SheetTool spanEndTool()
{
    SheetTool tool{.id = "spanEnd", .takes = [](const KeySheet&, const TimelineHit& hit, auto) {
                       return isSpan(hit.part) && hit.part != TimelineHit::Part::Span;
                   }};
    tool.shape = Qt::SplitHCursor;
    tool.press = pressSpan;
    tool.hint = [](const KeySheet& sheet, const TimelineHit& hit, const TimePoint&) {
        if (hit.part == TimelineHit::Part::FadeIn || hit.part == TimelineHit::Part::FadeOut)
            return KeySheet::tr("Drag to fade the span in or out");
        return KeySheet::tr("Drag to change where the %1 begins or ends; Shift snaps to keys, Alt "
                            "leaves the neighbour where it is")
            .arg(spanWord(spanUnder(sheet, hit).kind).toLower());
    };
    tool.menu = fillSpanMenu;
    return tool;
}

SheetTool spanTool()
{
    SheetTool tool{.id = "span", .takes = kOnPart<TimelineHit::Part::Span>};
    tool.press = pressSpan;
    tool.doubleClick = setKeyThere;
    tool.hint = [](const KeySheet& sheet, const TimelineHit& hit, const TimePoint&) {
        return spanHint(
            sheet, hit,
            spanUnder(sheet, hit).kind == SpanKind::Contact
                ? KeySheet::tr("%1 from %2 to %3: drag moves it, Shift+drag selects keys, Alt+drag "
                               "draws another")
                : KeySheet::tr("%1 from %2 to %3: drag moves it, Shift+drag selects keys, Alt+drag "
                               "draws another, C makes it a contact"));
    };
    tool.menu = fillSpanMenu;
    return tool;
}

QString spanHint(const KeySheet& sheet, const TimelineHit& hit, const QString& sentence)
{
    const Span& span = spanUnder(sheet, hit);
    const TimeFormat format = sheet.canvas().timeFormat();
    return sentence.arg(spanWord(span.kind), format.text(span.start), format.text(span.end));
}

void fillSpanMenu(KeySheet& sheet, const TimelineHit& hit, const TimePoint&, TimeMenu& menu)
{
    if (!sheet.session().selection().contains(refUnder(sheet, hit))) sheet.clickSpan(hit, {});
    for (const char* id : {"target.contact", "target.reach", "target.hold", "target.off"})
        menu.offer(id);
    menu.separate();
    for (const char* id : {"target.spanStart", "target.spanEnd", "target.fit", "target.cure"})
        menu.offer(id);
    menu.separate();
    for (const char* id : {"edit.copy", "edit.delete"}) menu.offer(id);
}

}  // namespace posewright::ui
