#include "core/operate/near_key.h"

#include "core/scene/scene.h"

#include <algorithm>
#include <cmath>
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

bool limbHasMotion(const Document& doc, const Constraint& constraint)
{
    const Scene& scene = *doc.scene;
    const std::vector<NodeIndex> limb =
        scene.path(scene.find(constraint.root), scene.find(constraint.effector));
    return std::any_of(limb.begin(), limb.end(), [&](NodeIndex bone) {
        const Track* track = doc.clip().track(scene[bone].id);
        return track && hasMotion(*track);
    });
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

/// From where to where a key acts, and between which frames it does fully. [frame]
struct Window {
    double start = 0;
    double full = 0;
    double last = 0;
    double end = 0;
};

/// Within the range the window ends with it, and needs no fade there.
Window windowAround(const Document& doc, double frame)
{
    const double reach = std::round(kNearKeySeconds * doc.clip().rate);
    Window out{frame - reach, frame, frame, frame + reach};
    const double first = doc.playback.start, last = doc.playback.end;
    if (frame >= first && out.start < first) out.start = out.full = first;
    if (frame <= last && out.end > last) out.end = out.last = last;
    return out;
}

edit::MoveSpan moved(ConstraintId target, double start, const Window& to)
{
    return {target, start, to.start, to.end, to.full - to.start, to.end - to.last};
}

/// The edit that lets one more key act; nothing where it does.
std::optional<edit::Edit> spanFor(ConstraintId target, const std::vector<Span>& spans, double frame,
                                  Window window)
{
    const Span* near = nullptr;
    for (const Span& span : spans) {
        const bool inside = span.start <= frame && frame <= span.end;
        if (inside && span.kind != SpanKind::Reach) return std::nullopt;
        const bool meets = span.start <= window.end && span.end >= window.start;
        if (span.kind == SpanKind::Reach && meets && (inside || !near)) near = &span;
    }
    if (near) {
        const double full = near->start + near->in, last = near->end - near->out;
        if (full <= frame && frame <= last) return std::nullopt;
        window.start = std::min(window.start, near->start);
        window.end = std::max(window.end, near->end);
        window.full = std::min(window.full, full);
        window.last = std::max(window.last, last);
    }
    for (const Span& other : spans) {
        if (&other == near) continue;
        if (other.end <= frame) window.start = std::max(window.start, other.end);
        if (other.start >= frame) window.end = std::min(window.end, other.start);
    }
    window.full = std::max(window.full, window.start);
    window.last = std::min(window.last, window.end);
    if (near) return moved(target, near->start, window);
    edit::SetSpan span;
    span.target = target;
    span.start = window.start;
    span.end = window.end;
    span.in = window.full - window.start;
    span.out = window.end - window.last;
    return span;
}

/// What goes with a key, behind it; nothing where the key says all.
std::optional<edit::Edit> besideKey(const Document& doc, const edit::SetTargetKey& key)
{
    const Constraint* constraint = findConstraint(*doc.rig, key.target);
    if (!constraint || !std::isfinite(key.frame) || !limbHasMotion(doc, *constraint))
        return std::nullopt;
    const Window window = windowAround(doc, key.frame);
    const SpanRow* row = doc.clip().spanRow(key.target);
    if (row && !row->spans.empty()) return spanFor(key.target, row->spans, key.frame, window);
    if (doc.clip().track(constraint->target)) return std::nullopt;
    return moved(key.target, std::min(doc.playback.start, key.frame), window);
}

}  // namespace

Edits actingNearKeys(const Document& before, const Edits& edits)
{
    Edits out;
    std::set<ConstraintId> seen;
    for (const edit::Edit& edit : edits) {
        const auto* key = std::get_if<edit::SetTargetKey>(&edit);
        const bool counts =
            key && seen.insert(key->target).second && !setsSpansOf(edits, key->target);
        const std::optional<edit::Edit> beside =
            counts ? besideKey(before, *key) : std::optional<edit::Edit>();
        out.push_back(edit);
        if (beside) out.push_back(*beside);
    }
    return out;
}

}  // namespace posewright::operate
