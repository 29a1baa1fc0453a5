#include "core/edit/spans.h"

#include "core/base/number.h"
#include "core/edit/described.h"
#include "core/edit/target_place.h"
#include "core/ik/solver.h"

#include <algorithm>
#include <array>

namespace posewright::edit {

namespace {

/// The place, in its space, that a contact starting at the frame keeps.
Result<Transform> anchorOf(const Document& doc, const Constraint& constraint, NodeId space,
                           double frame, const Context& context)
{
    const Scene& scene = *doc.scene;
    const NodeIndex target = scene.find(constraint.target);
    const NodeIndex row = space == NodeId::None ? kNoNode : scene.find(space);
    const auto pose = placesOf(
        doc, std::array{scene.find(constraint.effector), target, row == kNoNode ? target : row},
        frame, context.memo);
    if (!pose) return pose.error();
    const WorldTransform from = row == kNoNode ? WorldTransform{} : (*pose)[2].world;
    Result<Transform> anchor =
        relativeTo(from, placeOf(doc, constraint, (*pose)[0].world, (*pose)[1].world));
    if (anchor) anchor->scale = Vec3::Ones();
    return anchor;
}

/// Local rotations of the constraint's joints, as shown at the frame.
Result<std::vector<std::pair<NodeId, Quat>>>
heldBy(const Document& doc, const Constraint& constraint, double frame, const Context& context)
{
    const Scene& scene = *doc.scene;
    const std::vector<NodeIndex> joints = jointsOf(scene, constraint);
    const auto pose = placesOf(doc, joints, frame, context.memo);
    if (!pose) return pose.error();
    std::vector<std::pair<NodeId, Quat>> held;
    for (std::size_t i = 0; i < joints.size(); ++i)
        if (const NodeId id = scene[joints[i]].id;
            id != constraint.effector || constraint.turnsEffector())
            held.emplace_back(id, (*pose)[i].local.rotation);
    return held;
}

/// What is not allowed for the span's kind.
std::optional<Error> spanFault(const Document& doc, const Constraint& constraint, const Span& span)
{
    if (span.inbetween == Inbetween::Trajectory && span.kind == SpanKind::Contact)
        return refused("a contact keeps its place exactly, and smoothing would move it",
                       "/inbetween");
    if (span.inbetween == Inbetween::Trajectory && span.end - span.start > kLongestTrajectory)
        return refused("a trajectory has " + toText(kLongestTrajectory) +
                           " frames at most, and the span has " + toText(span.end - span.start),
                       "/inbetween");
    if (span.space != NodeId::None) {
        if (span.kind != SpanKind::Contact)
            return refused("only a contact sticks to a node", "/space");
        const Scene& scene = *doc.scene;
        const NodeIndex space = scene.find(span.space);
        const NodeIndex root = scene.find(constraint.root);
        if (space == root || scene.isAbove(root, space))
            return refused('"' + scene[space].name + "\" is moved by \"" +
                               targetName(doc, constraint) + "\" itself",
                           "/space");
    }
    return {};
}

}  // namespace

Result<Document> make(Document doc, const SetSpan& edit, const Context& context)
{
    const Constraint constraint = constraintOf(doc, edit.target);
    if (edit.start > edit.end) return refused("the span ends before its start", "/end");
    if (std::optional<Error> fault = boundFault<Span>(edit)) return *std::move(fault);
    if (edit.solver && !edit.solver->empty() && !ik::findSolver(*edit.solver))
        return refused("there is no solver " + quoted(*edit.solver), "/solver");
    const bool placed = edit.position || edit.rotation;
    if (placed && edit.kind != SpanKind::Contact)
        return refused("only a contact holds at a place",
                       edit.position ? "/position" : "/rotation");
    const SpanRow* row = doc.clip().spanRow(edit.target);
    Span span;
    bool replaces = false;
    if (row)
        for (const Span& old : row->spans)
            if (old.start == edit.start && old.kind == edit.kind) {
                span = old;
                replaces = true;
            }
    take(edit, span);
    if (std::optional<Error> fault = spanFault(doc, constraint, span)) return *std::move(fault);
    const bool stays = placed && replaces && !edit.space;
    if (span.kind == SpanKind::Hold) {
        auto held = heldBy(doc, constraint, span.start, context);
        if (!held) return refused(held.error().message, "/target");
        span.held = *std::move(held);
    } else if (span.kind == SpanKind::Contact && !stays) {
        const Result<Transform> anchor = anchorOf(doc, constraint, span.space, span.start, context);
        if (!anchor) return refused(anchor.error().message, "/space");
        span.anchor = *anchor;
    }
    if (edit.position) span.anchor.translation = *edit.position;
    if (edit.rotation) {
        const Result<Quat> rotation = unit(*edit.rotation, "/rotation");
        if (!rotation) return rotation.error();
        span.anchor.rotation = *rotation;
    }
    changeClip(doc, [&](Clip& clip) {
        if (replaces)
            for (SpanRow& r : clip.spans)
                if (r.constraint == edit.target)
                    std::erase_if(r.spans, [&](const Span& old) {
                        return old.start == span.start && old.kind == span.kind;
                    });
        setSpan(clip, edit.target, std::move(span));
    });
    return doc;
}

Result<Document> make(const Document& doc, const RemoveSpan& edit)
{
    const auto starts = [&](const Span& span) { return span.start == edit.start; };
    const SpanRow* row = doc.clip().spanRow(edit.target);
    if (!row || std::none_of(row->spans.begin(), row->spans.end(), starts))
        return refused("no span starts at frame " + toText(edit.start), "/start");
    Document out = doc;
    changeClip(out, [&](Clip& clip) {
        for (SpanRow& r : clip.spans) {
            if (r.constraint != edit.target) continue;
            // If several spans start there, the last one has a length.
            const auto last = std::find_if(r.spans.rbegin(), r.spans.rend(), starts);
            r.spans.erase(std::next(last).base());
        }
        std::erase_if(clip.spans, [](const SpanRow& r) { return r.spans.empty(); });
    });
    return out;
}

Result<Document> make(const Document& doc, const MoveSpan& edit)
{
    if (edit.to > edit.end) return refused("the span ends before its start", "/end");
    if (edit.in && *edit.in < 0) return refused("it is less than 0", "/in");
    if (edit.out && *edit.out < 0) return refused("it is less than 0", "/out");
    const SpanRow* row = doc.clip().spanRow(edit.target);
    const Span* found = nullptr;
    if (row)
        for (const Span& span : row->spans)
            if (span.start == edit.start)
                found = &span;  // if several start there, the last one
                                // has a length
    if (!found) return refused("no span starts at frame " + toText(edit.start), "/start");
    Span span = *found;
    span.start = edit.to;
    span.end = edit.end;
    const double length = span.end - span.start;
    span.in = std::min(edit.in.value_or(span.in), length);
    span.out = std::min(edit.out.value_or(span.out), length - span.in);
    Document out = doc;
    changeClip(out, [&](Clip& clip) {
        for (SpanRow& r : clip.spans)
            if (r.constraint == edit.target)
                r.spans.erase(r.spans.begin() + (found - row->spans.data()));
        setSpan(clip, edit.target, std::move(span));
    });
    return out;
}

const Span* findSpan(const Document& doc, const SpanRef& ref)
{
    const SpanRow* row = doc.clip().spanRow(ref.target);
    const Span* found = nullptr;
    if (row)
        for (const Span& span : row->spans)
            if (span.start == ref.start) found = &span;
    return found;
}

}  // namespace posewright::edit
