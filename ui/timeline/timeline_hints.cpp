#include "ui/models/fault_text.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/seen_status.h"
#include "ui/session/step_text.h"
#include "ui/timeline/timeline.h"

#include <cmath>

// What is under the pointer, in a shape of it and in words.
namespace posewright::ui {

namespace {

using Part = TimelineHit::Part;

}  // namespace

void Timeline::hover(const QPointF& at)
{
    last_ = at;
    const TimelineHit hit = hitAt(at);
    viewport()->setCursor(shapeFor(hit));
    emit hint(hintFor(hit, at));
    if (hit == hovered_) return;
    hovered_ = hit;
    viewport()->update();
}

void Timeline::leaveEvent(QEvent*)
{
    hovered_ = {};
    emit hint({});
    viewport()->update();
}

Qt::CursorShape Timeline::shapeFor(const TimelineHit& hit) const
{
    switch (hit.part) {
    case Part::Divider:
    case Part::SpanStart:
    case Part::SpanEnd:
    case Part::FadeIn:
    case Part::FadeOut:
    case Part::BoxStart:
    case Part::BoxEnd: return Qt::SplitHCursor;
    case Part::RangeStart:
    case Part::RangeEnd: return Qt::SizeHorCursor;
    case Part::Key:
    case Part::Marker:
    case Part::Expander: return Qt::PointingHandCursor;
    default: return Qt::ArrowCursor;
    }
}

QString Timeline::stripHint(double frame) const
{
    // The strip is about what plays.
    const Playhead& playhead = session_.playhead();
    if (frame < playhead.start() || frame > playhead.end()) return {};
    if (evaluator_.strip().find(static_cast<int>(frame)) == evaluator_.strip().end())
        return tr("Frame %1 has not been solved yet").arg(timeFormat().text(frame));
    const std::shared_ptr<const Evaluation> pose = evaluator_.at(frame);
    QStringList lines;
    const Document& doc = session_.document();
    for (const TargetStatus& status : pose->targets) {
        const ik::Status seen = seenStatus(doc, status);
        if (isProblem(seen) || moodOf(seen) == Mood::Warn)
            lines << statusLine(doc, *pose, status.constraint);
    }
    if (const MotionFault* fault = evaluator_.faultAt(frame)) lines << faultLines(doc, *fault);
    if (lines.isEmpty()) {
        const ik::Status status = worstSeen(doc, *pose);
        return tr("Frame %1: %2").arg(timeFormat().text(frame), statusWord(status));
    }
    return tr("Frame %1: %2").arg(timeFormat().text(frame), lines.join(QStringLiteral("; ")));
}

QString Timeline::hintFor(const TimelineHit& hit, const QPointF& at) const
{
    const std::vector<TimelineRow>& rows = model_.rows();
    switch (hit.part) {
    case Part::Ruler: return tr("Drag to scrub, double click to see the whole range");
    case Part::RangeStart:
    case Part::RangeEnd: return tr("Drag to change what plays");
    case Part::RangeBody: return tr("Drag to move the range, P makes a preview range");
    case Part::Marker: return tr("Drag to move the marker, double click to rename it");
    case Part::Strip: return stripHint(std::round(frameAt(at)));
    case Part::Key: {
        const TimelineRow& row = rows[hit.row];
        const double frame = (*row.keys)[hit.key].frame;
        for (const auto& [from, to] : row.overridden)
            if (frame >= from && frame <= to && row.constraint != ConstraintId::None)
                return tr("%1, frame %2: %3")
                    .arg(row.name, timeFormat().text(frame),
                         heldWords(session_.document(), row.node, frame));
            else if (frame >= from && frame <= to)
                return tr("%1, frame %2: a target decides here, the key shows where none does")
                    .arg(row.name, timeFormat().text(frame));
        return tr("%1, frame %2: drag moves, Alt+drag copies, Alt+click changes the easing, Shift "
                  "adds")
            .arg(row.name, timeFormat().text(frame));
    }
    case Part::SpanStart:
    case Part::SpanEnd:
        return tr("Drag to change where the %1 begins or ends; Shift snaps to keys, Alt leaves the "
                  "neighbour where it is")
            .arg(spanWord(rows[hit.row].spans[hit.span].kind).toLower());
    case Part::FadeIn:
    case Part::FadeOut: return tr("Drag to fade the span in or out");
    case Part::Span: {
        const Span& span = rows[hit.row].spans[hit.span];
        const QString words =
            boxBeginsOn(hit, {})
                ? tr("%1 from %2 to %3: drag selects keys, click selects it to be moved, Alt+drag "
                     "draws another, C makes it a contact")
            : span.kind == SpanKind::Contact
                ? tr("%1 from %2 to %3: drag moves it, Shift+drag selects keys, Alt+drag draws "
                     "another")
                : tr("%1 from %2 to %3: drag moves it, Shift+drag selects keys, Alt+drag draws "
                     "another, C makes it a contact");
        return words.arg(spanWord(span.kind), timeFormat().text(span.start),
                         timeFormat().text(span.end));
    }
    case Part::BoxStart:
    case Part::BoxEnd: return tr("Drag to scale the selected keys");
    case Part::Box: return tr("Drag to move the selected keys");
    case Part::Name:
        if (session_.loose().holds(*session_.document().rig, rows[hit.row].node))
            return tr("%1 was moved without a key: S keys it where it is").arg(rows[hit.row].name);
        return {};
    case Part::Row:
        return rows[hit.row].constraint != ConstraintId::None
                   ? tr("Drag selects keys, double click sets one, Alt+drag draws a span")
                   : tr("Drag selects keys, double click sets one, Ctrl+wheel zooms");
    default: break;
    }
    return {};
}

}  // namespace posewright::ui
