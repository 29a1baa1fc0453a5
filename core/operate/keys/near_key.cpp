#include "core/operate/near_key.h"

#include "core/scene/scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace posewright::operate {

namespace {

bool hasMotion(const Track& track)
{
    const auto several = [](const Shared<Curve>& curve) { return curve->size() > 1; };
    return track.rotation->size() > 1 ||
           std::any_of(track.translation.begin(), track.translation.end(), several) ||
           std::any_of(track.scale.begin(), track.scale.end(), several);
}

bool setsSpansOf(const Edits& edits, ConstraintId target)
{
    return std::any_of(edits.begin(), edits.end(), [target](const edit::Edit& edit) {
        const auto* set = std::get_if<edit::SetSpan>(&edit);
        const auto* move = std::get_if<edit::MoveSpan>(&edit);
        const auto* remove = std::get_if<edit::RemoveSpan>(&edit);
        return (set && set->target == target) || (move && move->target == target) ||
               (remove && remove->target == target);
    });
}

/// Keys of a reparented node are its old keys, converted.
bool hangsElsewhere(const Edits& edits, NodeId node)
{
    return std::any_of(edits.begin(), edits.end(), [node](const edit::Edit& edit) {
        const auto* hung = std::get_if<edit::ReparentBone>(&edit);
        return hung && hung->bone == node;
    });
}

/// Where a key starts and stops acting, and where it acts fully. [frame]
struct Window {
    double start = 0;
    double full = 0;
    double last = 0;
    double end = 0;
};

/// If the keys are within the playback range, the window is limited to it.
Window windowAround(const Document& doc, double first, double last, const ActsNear& acts)
{
    const Playback& range = doc.playback;
    if (acts.everywhere) {
        const double start = std::min(range.start, first), end = std::max(range.end, last);
        return {start, start, end, end};
    }
    const double reach = std::max(1.0, std::round(acts.seconds * doc.clip().rate));
    Window out{first - reach, first, last, last + reach};
    if (first >= range.start) out.start = std::max(out.start, range.start);
    if (last <= range.end) out.end = std::min(out.end, range.end);
    return out;
}

edit::MoveSpan moved(ConstraintId target, double start, const Window& to)
{
    return {target, start, to.start, to.end, to.full - to.start, to.end - to.last};
}

/// The Reach span to extend for a key at this frame: the nearest one that the window touches.
const Span* nearSpan(const std::vector<Span>& spans, double frame, const Window& window)
{
    const Span* near = nullptr;
    const auto gap = [frame](const Span& span) {
        return std::max({0.0, span.start - frame, frame - span.end});
    };
    for (const Span& span : spans) {
        const bool meets = span.start <= window.end && span.end >= window.start;
        if (span.kind != SpanKind::Reach || !meets || span.start == span.end) continue;
        const double longest = std::max(span.end, window.end) - std::min(span.start, window.start);
        if (span.inbetween == Inbetween::Trajectory && longest > kLongestTrajectory) continue;
        if (!near || gap(span) < gap(*near)) near = &span;
    }
    return near;
}

/// The edits that let one more key act; empty if it does already. Spans that touch have no fades
/// there, so that the limb is not released between them.
Edits spansFor(ConstraintId target, const SpanRow& row, double frame, Window window,
               const ActsNear& acts)
{
    const Span* at = spanAt(&row, frame);
    if (at && at->kind != SpanKind::Reach) return {};
    const Span* near = at ? at : nearSpan(row.spans, frame, window);
    if (near) {
        const double full = near->start + near->in, last = near->end - near->out;
        if (full <= frame && frame <= last && !acts.everywhere) return {};
        window.start = std::min(window.start, near->start);
        window.end = std::max(window.end, near->end);
        window.full = std::min(window.full, full);
        window.last = std::max(window.last, last);
    }
    Edits edits;
    for (const Span& other : row.spans) {
        if (&other == near || other.start == other.end) continue;
        const bool holds = other.kind != SpanKind::Off;
        if (other.end <= frame && other.end >= window.start) {
            window.start = other.end;
            if (!holds) continue;
            window.full = window.start;
            if (other.out > 0)
                edits.emplace_back(
                    edit::MoveSpan{target, other.start, other.start, other.end, std::nullopt, 0.0});
        } else if (other.start >= frame && other.start <= window.end) {
            window.end = other.start;
            if (!holds) continue;
            window.last = window.end;
            if (other.in > 0)
                edits.emplace_back(
                    edit::MoveSpan{target, other.start, other.start, other.end, 0.0, std::nullopt});
        }
    }
    window.full = std::max(window.full, window.start);
    window.last = std::min(window.last, window.end);
    if (near) {
        edits.insert(edits.begin(), moved(target, near->start, window));
        return edits;
    }
    edit::SetSpan span;
    span.target = target;
    span.start = window.start;
    span.end = window.end;
    span.in = window.full - window.start;
    span.out = window.end - window.last;
    edits.insert(edits.begin(), span);
    return edits;
}

/// Span edits to add after a key; empty if none are needed.
Edits besideKey(const Document& doc, const edit::SetTargetKey& key, const ActsNear& acts)
{
    const Constraint* constraint = findConstraint(*doc.rig, key.target);
    if (!constraint || !std::isfinite(key.frame) || !limbHasMotion(doc, *constraint)) return {};
    const SpanRow* row = doc.clip().spanRow(key.target);
    const bool spanned = row && !row->spans.empty();
    const Track* track = doc.clip().track(constraint->target);
    const bool moves = key.position || key.rotation;
    if (key.keepMotion.value_or(false) && !moves && (spanned || track)) return {};
    const Window window = windowAround(doc, key.frame, key.frame, acts);
    if (spanned) return spansFor(key.target, *row, key.frame, window, acts);
    if (track) return spansFor(key.target, {}, key.frame, window, acts);
    return {moved(key.target, std::min(doc.playback.start, key.frame), window)};
}

/// Span edits to add after keys that are put as data.
Edits besideKeys(const Document& doc, const Constraint& target, const std::set<double>& frames,
                 const ActsNear& acts)
{
    if (!limbHasMotion(doc, target)) return {};
    const SpanRow* row = doc.clip().spanRow(target.id);
    if (!doc.clip().track(target.target) && (!row || row->spans.empty())) {
        const double first = *frames.begin(), last = *frames.rbegin();
        return {moved(target.id, std::min(doc.playback.start, first),
                      windowAround(doc, first, last, acts))};
    }
    Edits out;
    Document now = doc;
    for (const double frame : frames) {
        const SpanRow* spans = now.clip().spanRow(target.id);
        const Edits beside = spansFor(target.id, spans ? *spans : SpanRow{}, frame,
                                      windowAround(doc, frame, frame, acts), acts);
        const Result<Document> next = edit::applyEach(now, beside);
        if (!next) return out;
        now = *next;
        out.insert(out.end(), beside.begin(), beside.end());
    }
    return out;
}

Edits besideKeys(const Document& doc, const edit::PutKeys& put, const Edits& all,
                 const ActsNear& acts)
{
    std::map<NodeId, std::set<double>> frames;
    for (const edit::KeyData& key : put.keys)
        if (key.layer.empty() && key.node != NodeId::None) frames[key.node].insert(key.frame());
    Edits out;
    for (const auto& [node, keyed] : frames) {
        const Constraint* target = constraintOfTarget(*doc.rig, node);
        if (!target || setsSpansOf(all, target->id) || hangsElsewhere(all, node)) continue;
        for (edit::Edit& beside : besideKeys(doc, *target, keyed, acts))
            out.push_back(std::move(beside));
    }
    return out;
}

}  // namespace

bool limbHasMotion(const Document& doc, const Constraint& constraint)
{
    const Scene& scene = *doc.scene;
    const std::vector<NodeIndex> limb =
        scene.path(scene.find(constraint.root), scene.find(constraint.effector));
    // A target without orientation does not control its effector's rotation.
    const std::size_t count =
        limb.size() > 1 && !constraint.turnsEffector() ? limb.size() - 1 : limb.size();
    return std::any_of(limb.begin(), limb.begin() + std::ptrdiff_t(count), [&](NodeIndex bone) {
        const Track* track = doc.clip().track(scene[bone].id);
        return track && hasMotion(*track);
    });
}

Edits actingNearKeys(const Document& before, const Edits& edits, const ActsNear& acts)
{
    Edits out;
    std::set<ConstraintId> seen;
    for (const edit::Edit& edit : edits) {
        const auto* key = std::get_if<edit::SetTargetKey>(&edit);
        const bool counts =
            key && seen.insert(key->target).second && !setsSpansOf(edits, key->target);
        out.push_back(edit);
        if (const auto* put = std::get_if<edit::PutKeys>(&edit))
            for (edit::Edit& beside : besideKeys(before, *put, edits, acts))
                out.push_back(std::move(beside));
        if (!counts) continue;
        for (edit::Edit& beside : besideKey(before, *key, acts)) out.push_back(std::move(beside));
    }
    return out;
}

}  // namespace posewright::operate
