#include "core/operate/contact_ends.h"

#include "core/evaluate/evaluate.h"
#include "core/evaluate/places.h"
#include "core/operate/near_key.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kElsewhere = 1e-6;  ///< of the figure's size
constexpr double kTurned = 1e-6;     ///< [rad]

bool hasKeys(const Document& doc, NodeId node)
{
    const Track* track = doc.clip().track(node);
    return track && !keyFrames(*track).empty();
}

bool hasKeyAt(const Document& doc, NodeId node, double frame)
{
    const Track* track = doc.clip().track(node);
    if (!track) return false;
    const std::vector<double> frames = keyFrames(*track);
    return std::ranges::binary_search(frames, frame);
}

/// Where the contact keeps its target and where the target's own curve is, at a frame.
struct Apart {
    WorldTransform anchor;
    bool apart = false;
};

std::optional<Apart> apartAt(const Document& doc, const Constraint& target, const Span& contact,
                             double frame)
{
    const Scene& scene = *doc.scene;
    const NodeIndex star = scene.find(target.target);
    const NodeIndex space = contact.space == NodeId::None ? kNoNode : scene.find(contact.space);
    const auto places = placesOf(doc, std::array{star, space == kNoNode ? star : space}, frame);
    if (!places) return std::nullopt;
    const WorldTransform& own = (*places)[0].world;
    Apart out;
    out.anchor =
        space == kNoNode ? WorldTransform{} * contact.anchor : (*places)[1].world * contact.anchor;
    out.apart = (out.anchor.position - own.position).norm() > kElsewhere * extent(scene) ||
                (target.orientation && out.anchor.rotation.angularDistance(own.rotation) > kTurned);
    return out;
}

bool acts(const Span& span)
{
    return span.kind != SpanKind::Off && span.start < span.end;
}

/// Does another span act on the limb between the frames, or up to them? It comes along.
bool isTaken(const std::vector<Span>& spans, const Span& but, double from, double to)
{
    return std::ranges::any_of(spans, [&](const Span& span) {
        return &span != &but && acts(span) && span.start <= to && span.end >= from;
    });
}

}  // namespace

Edits keyedWhereItEnds(const Document& after, const Constraint& target, double start)
{
    const SpanRow* row = after.clip().spanRow(target.id);
    if (!row || target.aim() || !hasKeys(after, target.target)) return {};
    const auto contact = std::ranges::find_if(row->spans, [start](const Span& span) {
        return span.kind == SpanKind::Contact && span.start == start;
    });
    if (contact == row->spans.end()) return {};
    const bool followed = std::ranges::any_of(row->spans, [&](const Span& span) {
        return span.kind == SpanKind::Reach && span.start == contact->end && span.end > span.start;
    });
    if (!followed) return {};
    const std::optional<Apart> at = apartAt(after, target, *contact, contact->end);
    if (!at || !at->apart) return {};
    edit::SetTargetKey key;
    key.target = target.id;
    key.frame = contact->end;
    key.position = at->anchor.position;
    if (target.orientation) key.rotation = at->anchor.rotation.normalized();
    return {key};
}

Edits alongWithContact(const Document& doc, const edit::SpanRef& ref, double start, double end,
                       Edits moved)
{
    const Span* span = edit::findSpan(doc, ref);
    const Constraint* target = findConstraint(*doc.rig, ref.target);
    if (!span || !target || span->kind != SpanKind::Contact || target->aim()) return moved;
    const std::vector<Span>& spans = doc.clip().spanRow(ref.target)->spans;
    // Before its keys: a border on a key is moved with it.
    Edits out = std::move(moved);
    const std::array<std::array<double, 2>, 2> ends{{{span->start, start}, {span->end, end}}};
    for (const std::array<double, 2>& border : ends) {
        const double from = border[0];
        const double to = border[1];
        if (from == to || !hasKeyAt(doc, target->target, from) || hasKeyAt(doc, target->target, to))
            continue;
        // Another key on the way would change places with it.
        const std::vector<double> frames = keyFrames(*doc.clip().track(target->target));
        const bool passes = std::ranges::any_of(frames, [&](double frame) {
            return std::min(from, to) < frame && frame < std::max(from, to);
        });
        const std::optional<Apart> at = apartAt(doc, *target, *span, from);
        if (passes || !at || at->apart) continue;
        edit::KeyRef key;
        key.node = target->target;
        key.frame = from;
        out.emplace_back(edit::MoveKeys{{key}, to - from});
    }
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
