#include "ui/session/span_words.h"

#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>

namespace posewright::ui {

namespace {

QString spanTr(const char* text)
{
    return QCoreApplication::translate("History", text);
}

}  // namespace

QString kindAt(const Document& doc, ConstraintId target, double start)
{
    const Span* span = edit::findSpan(doc, edit::SpanRef{target, start});
    return span ? spanWord(span->kind) : spanTr("span");
}

QString endsText(const std::vector<edit::Edit>& edits, const Document& before)
{
    if (edits.size() < 2) return {};
    bool ends = true, starts = true;
    const auto* first = std::get_if<edit::MoveSpan>(&edits.front());
    for (const edit::Edit& edit : edits) {
        const auto* move = std::get_if<edit::MoveSpan>(&edit);
        const Span* old =
            move ? edit::findSpan(before, edit::SpanRef{move->target, move->start}) : nullptr;
        if (!old || move->in || move->out) return {};
        ends = ends && move->to == old->start && move->end == first->end;
        starts = starts && move->end == old->end && move->to == first->to;
    }
    const Constraint* target = findConstraint(*before.rig, first->target);
    const NodeIndex row = target ? before.scene->find(target->target) : kNoNode;
    if (ends == starts || row == kNoNode) return {};
    return (ends ? spanTr("End of %1 of %2 at %3") : spanTr("Start of %1 of %2 at %3"))
        .arg(kindAt(before, first->target, first->start), toQt((*before.scene)[row].name),
             frameText(ends ? first->end : first->to));
}

}  // namespace posewright::ui
