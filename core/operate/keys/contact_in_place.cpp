#include "core/operate/keys/contact_in_place.h"

#include "core/evaluate/evaluate.h"
#include "core/operate/keys/approach.h"
#include "core/operate/keys/contact_ends.h"
#include "core/operate/new_span.h"

#include <algorithm>
#include <cmath>

namespace posewright::operate {

namespace {

/// Must the limb be led to the contact, and from it?
struct LedEnds {
    bool before = false;
    bool after = false;
};

LedEnds ledEnds(const Document& doc, const edit::SetSpan& set, const edit::Context& context)
{
    const Result<Edits> made = madeSpan(doc, set, context);
    if (!made) return {};
    const Result<Document> held = edit::applyEach(doc, *made, context);
    if (!held) return {};
    const std::optional<Approach> led = approach(*held, set.target, set.start, context);
    return led ? LedEnds{!led->before.empty(), !led->after.empty()} : LedEnds{};
}

}  // namespace

Result<Edits> madeSpan(const Document& doc, const edit::SetSpan& set, const edit::Context& context)
{
    Edits edits = newSpan(doc, set);
    if (set.kind != SpanKind::Contact) return edits;
    return withKeyWhereItEnds(doc, *findConstraint(*doc.rig, set.target), std::move(edits),
                              set.start, context);
}

edit::SetSpan contactInPlaceOf(const Document& doc, const Constraint& target, const Span& reach,
                               double frame, const edit::Context& context)
{
    const double rate = doc.clip().rate, usual = std::round(kFadeSeconds * rate);
    edit::SetSpan set;
    set.target = target.id;
    set.start = reach.start;
    set.end = reach.end;
    set.kind = SpanKind::Contact;
    set.in = std::min(reach.in, usual);
    set.out = std::min(reach.out, usual);
    if (!target.arrives() || frame < reach.start || frame > reach.end) return set;
    const Evaluation shown = evaluate(*prepare(doc, context.memo), frame);
    const WorldTransform& there = shown.world[doc.scene->find(target.target)];
    set.position = there.position;
    if (target.orientation) set.rotation = there.rotation.normalized();
    if (reach.in <= usual && reach.out <= usual) return set;
    // It holds for a frame to each side at least.
    const double led = usual + std::round(kLeadSeconds * rate);
    const LedEnds ends = ledEnds(doc, set, context);
    if (ends.before) set.in = std::max(*set.in, std::min({reach.in, led, frame - reach.start - 1}));
    if (ends.after) set.out = std::max(*set.out, std::min({reach.out, led, reach.end - frame - 1}));
    return set;
}

}  // namespace posewright::operate
