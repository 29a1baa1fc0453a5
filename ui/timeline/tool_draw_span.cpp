#include "ui/session/step_text.h"
#include "ui/timeline/key_sheet.h"
#include "ui/timeline/sheet_tools.h"

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

/// The kind of span that drawing creates at a frame of a target's row.
SpanKind kindToDraw(const Document& doc, ConstraintId target, double frame)
{
    const Span* there = spanAt(doc.clip().spanRow(target), frame);
    return there && there->kind != SpanKind::Off ? SpanKind::Contact : SpanKind::Reach;
}

class NewSpanDrag final : public EditGesture {
public:
    NewSpanDrag(Session& session, Snapper snapper, ConstraintId target, double pressed) :
        EditGesture(session), snapper_(std::move(snapper)), target_(target), pressed_(pressed),
        before_(session.document()), kind_(kindToDraw(before_, target, pressed)),
        nodes_(session.selection().nodes()), keys_(session.selection().keys()),
        spans_(session.selection().spans()), markers_(session.selection().markers())
    {
    }
    void move(const TimePoint& at) override
    {
        const double a = snapper_(pressed_, at.pixelsPerFrame, at.modifiers);
        const double b = snapper_(at.frame, at.pixelsPerFrame, at.modifiers);
        if (a == b) return;
        const operate::DrawSpan draw{target_, std::min(a, b), std::max(a, b), kind_};
        if (!perform(before_, draw)) return;
        Selection& selection = session_.selection();
        if (const Constraint* target = findConstraint(*session_.document().rig, target_))
            selection.pick({target->target});
        selection.setMarkers({});
        selection.setSpans({{target_, draw.start}});
        readout_ = KeySheet::tr("%1 %2 \u2013 %3 (%4 frames)")
                       .arg(spanWord(kind_), frameText(draw.start), frameText(draw.end),
                            frameText(draw.end - draw.start));
    }
    void cancel() override
    {
        EditGesture::cancel();
        Selection& selection = session_.selection();
        selection.setNodes(nodes_);
        selection.setKeys(keys_);
        selection.setSpans(spans_);
        selection.setMarkers(markers_);
    }

private:
    Snapper snapper_;
    ConstraintId target_;
    double pressed_;
    Document before_;
    SpanKind kind_;
    std::vector<NodeId> nodes_;  ///< selected before the gesture
    std::vector<edit::KeyRef> keys_;
    std::vector<SpanRef> spans_;
    std::vector<double> markers_;
};

ConstraintId targetUnder(const KeySheet& sheet, const TimelineHit& hit)
{
    return hit.row >= 0 ? sheet.model().rows()[hit.row].constraint : ConstraintId::None;
}

}  // namespace

/// Alt+drag draws a new span on a target's row: a contact over existing Reach, elsewhere a Reach.
SheetTool drawSpanTool()
{
    SheetTool tool{.id = "drawSpan",
                   .takes = [](const KeySheet& sheet, const TimelineHit& hit,
                               Qt::KeyboardModifiers modifiers) {
                       return altOf(modifiers) &&
                              (isSpan(hit.part) || hit.part == TimelineHit::Part::Row) &&
                              targetUnder(sheet, hit) != ConstraintId::None;
                   }};
    tool.press = [](KeySheet& sheet, const TimelineHit& hit, const TimePoint& at) {
        return makeGesture({.drag = [&sheet, target = targetUnder(sheet, hit),
                                     at]() -> std::unique_ptr<TimeGesture> {
            if (!findConstraint(*sheet.session().document().rig, target)) return nullptr;
            return std::make_unique<NewSpanDrag>(sheet.session(), sheet.snapper(false), target,
                                                 at.frame);
        }});
    };
    return tool;
}

}  // namespace posewright::ui
