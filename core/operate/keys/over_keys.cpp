#include "core/edit/target_place.h"
#include "core/evaluate/places.h"
#include "core/operate/new_span.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace posewright::operate {

namespace {

/// How far from a chosen key a span may begin or end. [frame]
struct Room {
    double before = 0;
    double after = 0;
};

/// Is it such a span, which acts fully from the first key on? Then it is set anew.
bool isSetAnew(const Span& span, const edit::SetSpan& keys)
{
    return span.kind == keys.kind && span.start < span.end && span.start + span.in == keys.start;
}

/// Up to the ends of the range, and to the frame beside the spans that act. None where one acts
/// at the key and beyond.
Room roomAround(const Document& doc, const std::vector<Span>& spans, const edit::SetSpan& keys)
{
    const double fade = std::round(kFadeSeconds * doc.clip().rate);
    Room room{std::min(fade, keys.start - doc.playback.start),
              std::min(fade, doc.playback.end - keys.end)};
    for (const Span& span : spans) {
        if (span.kind == SpanKind::Off || span.start == span.end || isSetAnew(span, keys)) continue;
        if (span.start < keys.start) room.before = std::min(room.before, keys.start - span.end - 1);
        if (span.end > keys.end) room.after = std::min(room.after, span.start - keys.end - 1);
    }
    return {std::max(room.before, 0.0), std::max(room.after, 0.0)};
}

/// Makes a contact that begins before the first key stay where the target is at that key.
Result<void> placeAtFirstKey(const Document& doc, double frame, edit::SetSpan& span,
                             const edit::Context& context)
{
    const Scene& scene = *doc.scene;
    const Constraint& target = *findConstraint(*doc.rig, span.target);
    const auto places =
        placesOf(doc, std::array{scene.find(target.effector), scene.find(target.target)}, frame,
                 context.memo);
    if (!places) return places.error();
    const WorldTransform at = edit::placeOf(doc, target, (*places)[0].world, (*places)[1].world);
    span.position = at.position;
    span.rotation = at.rotation.normalized();
    return {};
}

}  // namespace

Result<edit::SetSpan> overKeys(const Document& before, const edit::SetSpan& set, bool alsoEnds,
                               const edit::Context& context)
{
    edit::SetSpan out = set;
    // What is held, or shown, is that of the first frame.
    if (set.kind == SpanKind::Hold || set.kind == SpanKind::Off) return out;
    const SpanRow* row = before.clip().spanRow(set.target);
    const std::vector<Span> spans = row ? row->spans : std::vector<Span>();
    const Room room = roomAround(before, spans, set);
    out.in = room.before;
    if (alsoEnds) out.out = room.after;
    for (const Span& span : spans)
        if (isSetAnew(span, set)) {
            out.in = span.in;
            if (alsoEnds && span.end - span.out == set.end) out.out = span.out;
        }
    out.start -= out.in.value_or(0);
    out.end += out.out.value_or(0);
    if (set.kind == SpanKind::Contact && !set.position && out.start < set.start)
        if (const Result<void> placed = placeAtFirstKey(before, set.start, out, context); !placed)
            return placed.error();
    return out;
}

}  // namespace posewright::operate
