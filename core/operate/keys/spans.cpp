#include "core/base/number.h"
#include "core/contacts/contacts.h"
#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/dense_key.h"
#include "core/operate/keys/approach.h"
#include "core/operate/keys/contact_ends.h"
#include "core/operate/keys/contact_in_place.h"
#include "core/operate/near_key.h"
#include "core/operate/new_span.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace posewright::operate {

namespace {

using edit::SpanRef;

struct SpanSide {
    double start = 0;
    double end = 0;
};

/// If the target's next key is elsewhere, ends a new contact half way there and keys the target in
/// place at both ends of the contact, so that the limb sets out in time instead of leaping at the
/// end.
Edits keptBeforeNextKey(const Document& doc, const Constraint& target, SpanSide& span,
                        const edit::Context& context)
{
    constexpr double kAway = 1e-3;  // share of the figure's size
    const Track* track = doc.clip().track(target.target);
    if (!track || span.end - span.start < 2) return {};
    const auto prepared = prepare(doc, context.memo);
    const NodeIndex row = doc.scene->find(target.target);
    const WorldTransform here = evaluate(*prepared, span.start).world[row];
    const WorldTransform next = evaluate(*prepared, span.end).world[row];
    if ((next.position - here.position).norm() <= kAway * extent(*doc.scene)) return {};
    span.end = std::floor((span.start + span.end) / 2);
    Edits edits;
    for (const double frame : {span.start, span.end})
        edits.emplace_back(targetKeyAt(target, frame, here));
    return edits;
}

/// A target without keys may be far from its limb. A contact starts where the limb is, so the
/// target gets a key there.
Edits broughtAlong(const Document& doc, const Constraint& target, const SpanSide& span,
                   const edit::Context& context)
{
    constexpr double kAway = 1e-3;  // share of the figure's size
    const Track* track = doc.clip().track(target.target);
    if (!target.arrives() || (track && !keyFrames(*track).empty())) return {};
    const Evaluation shown = evaluate(*prepare(doc, context.memo), span.start);
    const WorldTransform& star = shown.world[doc.scene->find(target.target)];
    const WorldTransform& limb = shown.world[doc.scene->find(target.effector)];
    if ((star.position - limb.position).norm() <= kAway * extent(*doc.scene)) return {};
    return {targetKeyAt(target, span.start, limb)};
}

edit::SetSpan asSpan(ConstraintId target, const SpanSide& span, SpanKind kind)
{
    edit::SetSpan set;
    set.target = target;
    set.start = span.start;
    set.end = span.end;
    set.kind = kind;
    return set;
}

/// The target's next key after the frame, or the end of the played range.
double endFrom(const Document& doc, const Constraint& target, double start)
{
    if (const Track* track = doc.clip().track(target.target)) {
        const std::vector<double> frames = keyFrames(*track);
        const auto next = std::upper_bound(frames.begin(), frames.end(), start);
        if (next != frames.end()) return *next;
    }
    const Playback& playback = doc.playback;
    return playback.preview ? playback.preview->max : playback.end;
}

/// If nothing acts at the frame: the end of the previous span, unless keys lie between.
double startOfGap(const Document& doc, const Constraint& target, double frame)
{
    const SpanRow* row = doc.clip().spanRow(target.id);
    if (!row) return frame;
    std::optional<double> gap;
    for (const Span& span : row->spans) {
        if (span.kind == SpanKind::Off || span.start == span.end) continue;
        if (span.start <= frame && frame <= span.end) return frame;
        if (span.end < frame) gap = std::max(gap.value_or(span.end), span.end);
    }
    if (!gap) return frame;
    if (const Track* track = doc.clip().track(target.target))
        for (const double key : keyFrames(*track))
            if (*gap < key && key < frame) return frame;
    return *gap;
}

void add(Edits& edits, const Edits& more)
{
    edits.insert(edits.end(), more.begin(), more.end());
}

/// A span from a frame to the target's next key. A contact ends half way if that key is elsewhere.
Edits spanFrom(const Document& doc, const Constraint& target, double start, SpanKind kind,
               const edit::Context& context)
{
    SpanSide span{start, endFrom(doc, target, start)};
    if (kind == SpanKind::Reach && !limbHasMotion(doc, target))
        span.start = startOfGap(doc, target, start);
    if (span.end <= span.start) return {};
    Edits kept;
    if (kind == SpanKind::Contact) {
        kept = keptBeforeNextKey(doc, target, span, context);
        if (kept.empty()) kept = broughtAlong(doc, target, span, context);
    }
    Edits edits = newSpan(doc, asSpan(target.id, span, kind));
    add(edits, kept);
    return edits;
}

bool isRecorded(const Document& doc, const Constraint& target, double frame)
{
    const Scene& scene = *doc.scene;
    return std::ranges::any_of(jointsOf(scene, target), [&](NodeIndex joint) {
        return layerFor(doc, scene[joint].id, frame).has_value();
    });
}

std::ptrdiff_t keysWithin(const Document& doc, const Constraint& target, const Span& span)
{
    const Track* track = doc.clip().track(target.target);
    if (!track) return 0;
    return std::ranges::count_if(
        keyFrames(*track), [&](double frame) { return span.start <= frame && frame <= span.end; });
}

/// Was the limb brought to places of its own, few beside the frames? A target that was fitted to
/// the motion has a key at each.
bool isBrought(const Document& doc, const Constraint& target, const Span* reach)
{
    return reach && reach->kind == SpanKind::Reach &&
           double(keysWithin(doc, target, *reach)) < (reach->end - reach->start) / 2;
}

/// A contact over the whole time that the limb stands in recorded motion around the frame, at its
/// mean position, eased into the motion at both ends. Empty if the limb does not stand there.
Result<Edits> stanceAround(const Document& doc, const Constraint& target, double frame,
                           const edit::Context& context)
{
    constexpr double kEased = 0.1;  // [s]
    constexpr double kNear = 0.05;  // share of a leg; a foot may stand on its ball while the ankle
                                    // swings
    contacts::Thresholds by;
    std::vector<contacts::Watch> watched;
    if (const auto feet = contacts::feetOf(doc))
        for (const contacts::Watch& watch : *feet)
            if (watch.end == target.effector) watched.push_back(watch);
    if (watched.empty()) {
        // Anything but a foot may stand at any height.
        by.height = std::numeric_limits<double>::max();
        by.skating = false;
        watched.push_back(contacts::watchOf(*doc.scene, target.effector));
    }
    const Result<contacts::Samples> samples = contacts::sample(doc, watched, context.progress);
    if (!samples) return samples.error();
    const auto all = contacts::stances(*samples, contacts::find(*samples, by), by);
    const auto at = std::ranges::find_if(all, [frame](const contacts::Stance& stance) {
        return stance.start <= frame && frame <= stance.last;
    });
    if (at == all.end() || at->last <= at->start) return Edits{};
    const auto prepared = prepare(doc, context.memo);
    const NodeIndex limb = doc.scene->find(target.effector);
    const auto placeAt = [&](double f) { return evaluate(*prepared, f).world[limb].position; };
    const Vec3 here = placeAt(frame);
    Vec3 sum = Vec3::Zero();
    SpanSide near{at->start, at->last};
    int frames = 0;
    const auto count = static_cast<int>(std::floor(at->last - at->start)) + 1;
    for (int i = 0; i < count && at->start + i <= near.end; ++i) {
        const double f = at->start + i;
        const Vec3 place = placeAt(f);
        if ((place - here).norm() <= kNear * samples->leg) {
            sum += place;
            ++frames;
        } else if (f < frame) {
            near.start = f + 1;
            sum.setZero();
            frames = 0;
        } else {
            near.end = f - 1;
        }
    }
    if (near.end <= near.start) return Edits{};
    edit::SetSpan set = asSpan(target.id, near, SpanKind::Contact);
    set.position = sum / frames;
    if (target.orientation)
        set.rotation = evaluate(*prepared, frame).world[limb].rotation.normalized();
    set.in = set.out = std::min(std::ceil(kEased * doc.clip().rate), (near.end - near.start) / 3);
    const Span* reach = spanAt(doc.clip().spanRow(target.id), frame);
    if (!isBrought(doc, target, reach)) return newSpan(doc, set);
    // The target brought the limb there: it stays where that is, and is not let go in between.
    const WorldTransform there = evaluate(*prepared, frame).world[doc.scene->find(target.target)];
    set.position = there.position;
    if (reach->start < near.start) set.in = 0;
    if (reach->end > near.end) set.out = 0;
    return madeSpan(doc, set, context);
}

/// Spans the chosen keys of the target; from the only one on, if there is one; else from the frame.
Result<Edits> spanOver(const Document& doc, const Constraint& target, const SetSpans& arguments,
                       const edit::Context& context)
{
    std::vector<double> chosen;
    for (const edit::KeyRef& key : arguments.keys)
        if (key.node == target.target && key.layer.empty()) chosen.push_back(key.frame);
    if (chosen.empty() && arguments.kind == SpanKind::Contact && target.arrives() &&
        isRecorded(doc, target, arguments.frame)) {
        Result<Edits> whole = stanceAround(doc, target, arguments.frame, context);
        if (!whole && whole.error().kind == ErrorKind::Cancelled) return whole;
        if (whole && !whole->empty()) return whole;
        // What one drag made: the limb goes there, and is to stay.
        if (const Span* reach = spanAt(doc.clip().spanRow(target.id), arguments.frame);
            whole && reach && reach->kind == SpanKind::Reach &&
            keysWithin(doc, target, *reach) == 1)
            return madeSpan(doc, contactInPlaceOf(doc, target, *reach, arguments.frame, context),
                            context);
        // Up to the next key it would be a contact of one frame.
        if (whole)
            return edit::refused('"' + (*doc.scene)[doc.scene->find(target.effector)].name +
                                     "\" does not stand at frame " +
                                     posewright::toText(arguments.frame),
                                 "/frame", "select the keys to hold between, or draw the span");
    }
    if (chosen.empty()) return spanFrom(doc, target, arguments.frame, arguments.kind, context);
    const auto [low, high] = std::minmax_element(chosen.begin(), chosen.end());
    SpanSide span{*low, *high};
    const bool toKey = span.start < span.end;
    if (!toKey) span.end = endFrom(doc, target, span.start);
    if (span.end <= span.start) return Edits{};
    const Result<edit::SetSpan> held =
        overKeys(doc, asSpan(target.id, span, arguments.kind), toKey, context);
    if (!held) return held.error();
    return madeSpan(doc, *held, context);
}

Result<Edits> setSpans(const Document& doc, const SetSpans& arguments, const edit::Context& context)
{
    Edits edits;
    for (const SpanRef& ref : arguments.spans) {
        const Span* old = edit::findSpan(doc, ref);
        if (old->kind == arguments.kind) continue;
        edit::SetSpan set = asSpan(ref.target, {old->start, old->end}, arguments.kind);
        // If the old span acted, keep its fades.
        if (old->kind == SpanKind::Reach && arguments.kind == SpanKind::Contact)
            set = contactInPlaceOf(doc, *findConstraint(*doc.rig, ref.target), *old,
                                   arguments.frame, context);
        else if (old->kind != SpanKind::Off) {
            set.in = old->in;
            set.out = old->out;
        }
        const Result<Edits> one = madeSpan(doc, set, context);
        if (!one) return one.error();
        add(edits, *one);
    }
    if (arguments.spans.empty())
        for (const ConstraintId id : arguments.targets) {
            const Result<Edits> one =
                spanOver(doc, *findConstraint(*doc.rig, id), arguments, context);
            if (!one) return one.error();
            add(edits, *one);
        }
    return withApproaches(doc, edits, context);
}

Result<Edits> plantFoot(const Document& doc, const PlantFoot& arguments,
                        const edit::Context& context)
{
    const Constraint& target = *findConstraint(*doc.rig, arguments.target);
    return spanFrom(doc, target, arguments.frame, SpanKind::Contact, context);
}

Result<Edits> drawSpan(const Document& doc, const DrawSpan& arguments, const edit::Context& context)
{
    return madeSpan(doc, asSpan(arguments.target, {arguments.start, arguments.end}, arguments.kind),
                    context);
}

Result<Edits> trimSpans(const Document& doc, const TrimSpans& arguments,
                        const edit::Context& context)
{
    std::vector<SpanRef> refs = arguments.spans;
    if (refs.empty())
        for (const ConstraintId target : arguments.targets)
            if (const Span* span =
                    spanToTrim(doc.clip().spanRow(target), arguments.frame, arguments.side))
                refs.push_back({target, span->start});
    const bool start = arguments.side == SpanEnd::Start;
    Edits edits;
    for (const SpanRef& ref : refs) {
        const Span* span = edit::findSpan(doc, ref);
        const double from = start ? arguments.frame : span->start;
        const double to = start ? span->end : arguments.frame;
        if (from >= to) continue;
        Result<Edits> one = operate::edits(doc, RetimeSpan{ref, from, to, false}, context);
        if (!one) return one;
        add(edits, *one);
    }
    return edits;
}

}  // namespace

const Span* spanToTrim(const SpanRow* row, double frame, SpanEnd side)
{
    if (const Span* span = spanAt(row, frame)) return span;
    if (!row) return nullptr;
    const Span* nearest = nullptr;
    for (const Span& span : row->spans) {
        if (side == SpanEnd::End && span.end <= frame) nearest = &span;
        if (side == SpanEnd::Start && span.start >= frame && !nearest) nearest = &span;
    }
    return nearest;
}

std::span<const Word<SpanEnd>> words(SpanEnd)
{
    static const Word<SpanEnd> kWords[] = {{SpanEnd::Start, "start"}, {SpanEnd::End, "end"}};
    return kWords;
}

Row row(Of<SetSpans>)
{
    using O = SetSpans;
    return rowOf<O>("setSpans",
                    "spans of one kind: in place of some, over keys, or up to the next key",
                    setSpans, edit::required("kind", &O::kind), edit::optional("spans", &O::spans),
                    edit::optional("targets", &O::targets), edit::optional("keys", &O::keys),
                    edit::optional("frame", &O::frame, edit::kFrame));
}

Row row(Of<PlantFoot>)
{
    using O = PlantFoot;
    return rowOf<O>("plantFoot", "a contact from a frame to the target's next key", plantFoot,
                    edit::required("target", &O::target),
                    edit::required("frame", &O::frame, edit::kFrame));
}

Row row(Of<DrawSpan>)
{
    using O = DrawSpan;
    return rowOf<O>("drawSpan", "a span that comes in and lets go so that the limb does not pop",
                    drawSpan, edit::required("target", &O::target),
                    edit::required("start", &O::start, edit::kFrame),
                    edit::required("end", &O::end, edit::kFrame), edit::required("kind", &O::kind));
}

Row row(Of<TrimSpans>)
{
    using O = TrimSpans;
    return rowOf<O>("trimSpans", "spans start or end at a frame", trimSpans,
                    edit::optional("spans", &O::spans), edit::optional("targets", &O::targets),
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::required("side", &O::side));
}

}  // namespace posewright::operate
