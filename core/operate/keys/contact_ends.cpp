#include "core/operate/keys/contact_ends.h"

#include "core/edit/bend.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/places.h"
#include "core/operate/near_key.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace posewright::operate {

namespace {

constexpr double kElsewhere = 1e-6;  ///< of the figure's size
constexpr double kTurned = 1e-6;     ///< [rad]

/// Does the target's own curve differ from where the contact keeps it?
bool isElsewhere(const Scene& scene, const Constraint& target, const WorldTransform& kept,
                 const WorldTransform& own)
{
    return (kept.position - own.position).norm() > kElsewhere * extent(scene) ||
           (target.orientation && kept.rotation.angularDistance(own.rotation) > kTurned);
}

bool acts(const Span& span)
{
    return span.kind != SpanKind::Off && span.start < span.end;
}

/// Does another span act on the limb between the frames or touch them? Then that span takes over.
bool isTaken(const std::vector<Span>& spans, const Span& but, double from, double to)
{
    return std::ranges::any_of(spans, [&](const Span& span) {
        return &span != &but && acts(span) && span.start <= to && span.end >= from;
    });
}

/// A key on a border of a contact, moved with it.
struct BorderKey {
    double from = 0;  ///< [frame]
    double to = 0;    ///< [frame]
    WorldTransform place;
};

edit::KeyRef keyAt(const Constraint& target, double frame)
{
    edit::KeyRef key;
    key.node = target.target;
    key.frame = frame;
    return key;
}

void addMoves(const Constraint& target, const std::vector<BorderKey>& along, Edits& out)
{
    const bool meet =
        along.size() == 2 && (along[0].to == along[1].from || along[1].to == along[0].from);
    if (!meet) {
        std::map<double, std::vector<edit::KeyRef>> ways;
        for (const BorderKey& key : along)
            ways[key.to - key.from].push_back(keyAt(target, key.from));
        for (const auto& [by, keys] : ways) out.emplace_back(edit::MoveKeys{keys, by});
        return;
    }
    // One key lands on the other's old frame, where the contact now has a border too; moving the
    // other key would drag that border along. So replace both keys instead of moving them.
    out.emplace_back(
        edit::DeleteKeys{{keyAt(target, along[0].from), keyAt(target, along[1].from)}});
    for (const BorderKey& key : along) out.emplace_back(targetKeyAt(target, key.to, key.place));
}

}  // namespace

FullyHeld fullyHeld(const Span& contact)
{
    return {contact.start + contact.in, contact.end - contact.out};
}

bool isHeldAt(const Document& doc, const Constraint& target, double frame)
{
    const Span* span = spanAt(doc.clip().spanRow(target.id), frame);
    if (!span || span->kind == SpanKind::Off) return false;
    if (span->kind == SpanKind::Contact) return fullyHeld(*span).has(frame);
    const Track* track = doc.clip().track(target.target);
    return track && std::ranges::binary_search(keyFrames(*track), frame);
}

std::vector<double> targetKeysOf(const Edits& edits, ConstraintId target)
{
    std::vector<double> out;
    for (const edit::Edit& edit : edits) {
        if (const auto* key = std::get_if<edit::SetTargetKey>(&edit); key && key->target == target)
            out.push_back(key->frame);
        if (const auto* bend = std::get_if<edit::SetBend>(&edit); bend && bend->target == target)
            out.push_back(bend->frame);
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

edit::SetTargetKey targetKeyAt(const Constraint& target, double frame, const WorldTransform& place)
{
    edit::SetTargetKey key;
    key.target = target.id;
    key.frame = frame;
    key.position = place.position;
    if (target.orientation) key.rotation = place.rotation.normalized();
    return key;
}

Result<Edits> withKeyWhereItEnds(const Document& before, const Constraint& target, Edits made,
                                 double start, const edit::Context& context)
{
    const Result<Document> after = edit::applyEach(before, made, context);
    if (!after) return after.error();
    const Scene& scene = *after->scene;
    const Span* contact = edit::findSpan(*after, {target.id, start});
    if (!contact || contact->kind != SpanKind::Contact || !target.arrives()) return made;
    const Track* track = after->clip().track(target.target);
    if (!track || keyFrames(*track).empty()) return made;
    const bool followed =
        std::ranges::any_of(after->clip().spanRow(target.id)->spans, [&](const Span& span) {
            return span.kind == SpanKind::Reach && span.start == contact->end && acts(span);
        });
    if (!followed) return made;
    const Evaluation shown = evaluate(*prepare(*after, context.memo), contact->end);
    const WorldTransform kept = anchorPlace(scene, *contact, shown.world);
    if (isElsewhere(scene, target, kept, shown.world[scene.find(target.target)]))
        made.emplace_back(targetKeyAt(target, contact->end, kept));
    return made;
}

Edits leavingContacts(const Document& before, const Edits& edits, const edit::Context& context)
{
    Edits out = edits;
    for (const edit::Edit& edit : edits) {
        const auto* key = std::get_if<edit::SetTargetKey>(&edit);
        const Constraint* target = key ? findConstraint(*before.rig, key->target) : nullptr;
        const SpanRow* row = target ? before.clip().spanRow(target->id) : nullptr;
        const Span* contact = nullptr;
        if (row)
            for (const Span& span : row->spans)
                if (span.kind == SpanKind::Contact && span.end < key->frame) contact = &span;
        const Track* track = contact ? before.clip().track(target->target) : nullptr;
        if (!track || std::ranges::any_of(keyFrames(*track), [&](double frame) {
                return contact->end <= frame && frame < key->frame;
            }))
            continue;
        if (Result<Edits> left = withKeyWhereItEnds(before, *target, out, contact->start, context))
            out = *std::move(left);
    }
    return out;
}

Edits alongWithContact(const Document& doc, const edit::SpanRef& ref, double start, double end,
                       Edits moved, const edit::Context& context)
{
    const Span* span = edit::findSpan(doc, ref);
    const Constraint* target = findConstraint(*doc.rig, ref.target);
    if (!span || !target || span->kind != SpanKind::Contact || !target->arrives()) return moved;
    const std::vector<Span>& spans = doc.clip().spanRow(ref.target)->spans;
    const Scene& scene = *doc.scene;
    const Track* track = doc.clip().track(target->target);
    const std::vector<double> keys = track ? keyFrames(*track) : std::vector<double>();
    const auto prepared = prepare(doc, context.memo);
    // Move the span before its keys: moving a key also moves a border that lies on it.
    Edits out = std::move(moved);
    const bool shifted = start - span->start == end - span->end;
    const auto isBorder = [&](double frame) { return frame == span->start || frame == span->end; };
    std::vector<BorderKey> along;
    for (const auto& border : {std::array{span->start, start}, std::array{span->end, end}}) {
        const double from = border[0];
        const double to = border[1];
        if (from == to || !std::ranges::binary_search(keys, from)) continue;
        // Moving past another key would swap their order.
        const bool passes = std::ranges::any_of(keys, [&](double frame) {
            return frame != from && !(shifted && isBorder(frame)) && std::min(from, to) <= frame &&
                   frame <= std::max(from, to);
        });
        if (passes) continue;
        const Evaluation shown = evaluate(*prepared, from);
        const WorldTransform kept = anchorPlace(scene, *span, shown.world);
        if (isElsewhere(scene, *target, kept, shown.world[scene.find(target->target)])) continue;
        along.push_back({from, to, kept});
    }
    addMoves(*target, along, out);
    if (limbHasMotion(doc, *target)) return out;
    const auto fill = [&](double from, double to) {
        if (from >= to || isTaken(spans, *span, from, to)) return;
        edit::SetSpan reach;
        reach.target = ref.target;
        reach.start = from;
        reach.end = to;
        reach.kind = SpanKind::Reach;
        out.emplace_back(reach);
    };
    if (start >= span->start && end <= span->end) {
        fill(span->start, start);
        fill(end, span->end);
    }
    return out;
}

}  // namespace posewright::operate
