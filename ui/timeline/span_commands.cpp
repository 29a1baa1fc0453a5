#include "core/operate/new_span.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/timeline/commands.h"

#include <QCoreApplication>

#include <algorithm>

namespace posewright::ui::timeline {

namespace {

QString spanWords(const char* text)
{
    return QCoreApplication::translate("Timeline", text);
}

/// The selected spans, unless the playhead has been moved away from them since.
std::vector<SpanRef> spansMeant(const Session& session)
{
    const Selection& selection = session.selection();
    const double here = session.playhead().frame();
    const bool away = std::ranges::none_of(selection.spans(), [&](const SpanRef& ref) {
        const Span* span = findSpan(session.document(), ref);
        return span && span->start <= here && here <= span->end;
    });
    return selection.spansAreOld() && away ? std::vector<SpanRef>() : selection.spans();
}

/// The selected targets, else those of the selected spans.
std::vector<ConstraintId> targetsMeant(const Session& session)
{
    std::vector<ConstraintId> out;
    const auto add = [&](ConstraintId target) {
        if (std::ranges::find(out, target) == out.end()) out.push_back(target);
    };
    for (const NodeId node : session.selection().nodes())
        if (const Constraint* c = constraintOfTarget(*session.document().rig, node)) add(c->id);
    if (out.empty())
        for (const SpanRef& span : session.selection().spans()) add(span.target);
    return out;
}

}  // namespace

bool canSpan(const Session& session)
{
    return !targetsMeant(session).empty();
}

Result<void> setSpans(Session& session, SpanKind kind)
{
    const Document& doc = session.document();
    const Result<operate::Edits> edits = operate::plainEdits(
        doc,
        operate::SetSpans{kind, spansMeant(session), targetsMeant(session),
                          session.selection().keys(), session.playhead().frame()},
        {session.memo(), {}, 0});
    if (!edits) {
        Error error = edits.error();
        error.where.clear();  // names an argument, which nobody typed here
        return error;
    }
    if (edits->empty()) return {};
    std::vector<SpanRef> made = operate::spansSet(*edits);
    // Those of the other kind lead to contacts and from them.
    const Result<Document> after = edit::applyEach(doc, *edits, {session.memo(), {}, 0});
    if (after)
        std::erase_if(made, [&](const SpanRef& ref) {
            const Span* span = edit::findSpan(*after, ref);
            return !span || span->kind != kind;
        });
    Result<void> done =
        session.commit(*edits, made.size() == 1 ? stepText({edits->front()}, doc) : QString());
    if (done && !made.empty()) session.selection().setSpans(std::move(made));
    return done;
}

namespace {

Error nothingToTrim(const Document& doc, const operate::TrimSpans& trim)
{
    const bool start = trim.side == operate::SpanEnd::Start;
    const QString here = frameText(trim.frame);
    const auto refused = [](const QString& why) {
        return Error{why.toStdString(), {}, ErrorKind::Refused};
    };
    if (trim.spans.empty())
        return refused((start ? spanWords(QT_TRANSLATE_NOOP(
                                    "Timeline", "No span of what is selected ends after frame %1, "
                                                "so none can start there"))
                              : spanWords(QT_TRANSLATE_NOOP(
                                    "Timeline", "No span of what is selected starts before frame "
                                                "%1, so none can end there")))
                           .arg(here));
    const SpanRef& ref = trim.spans.front();
    const Span* span = findSpan(doc, ref);
    return refused((start ? spanWords(QT_TRANSLATE_NOOP(
                                "Timeline", "The span ends at frame %2, so it cannot start at %1"))
                          : spanWords(QT_TRANSLATE_NOOP(
                                "Timeline", "The span starts at frame %2, so it cannot end at %1")))
                       .arg(here, frameText(start && span ? span->end : ref.start)));
}

}  // namespace

Result<void> trimSpans(Session& session, bool start)
{
    const double here = session.playhead().frame();
    operate::TrimSpans trim{session.selection().spans(),
                            {},
                            here,
                            start ? operate::SpanEnd::Start : operate::SpanEnd::End};
    const Document& doc = session.document();
    if (trim.spans.empty())
        for (const ConstraintId target : targetsMeant(session))
            if (const Span* span = operate::spanToTrim(doc.clip().spanRow(target), here, trim.side))
                trim.spans.push_back({target, span->start});
    const Result<operate::Edits> edits = operate::plainEdits(doc, trim);
    if (!edits) return edits.error();
    if (edits->empty()) return nothingToTrim(doc, trim);
    // Neighbours are trimmed automatically, so they are left out of the name.
    operate::Edits named;
    for (const edit::Edit& one : *edits)
        if (const auto* move = std::get_if<edit::MoveSpan>(&one);
            move &&
            std::count(trim.spans.begin(), trim.spans.end(), SpanRef{move->target, move->start}))
            named.push_back(one);
    Result<void> done = session.commit(*edits, stepText(named, doc));
    if (!done) return done;
    for (SpanRef& ref : trim.spans)
        if (start && findSpan(session.document(), {ref.target, here})) ref.start = here;
    session.selection().setSpans(std::move(trim.spans));
    return done;
}

}  // namespace posewright::ui::timeline
