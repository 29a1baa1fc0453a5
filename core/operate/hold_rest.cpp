#include "core/operate/hold_rest.h"

#include "core/edit/change.h"
#include "core/evaluate/places.h"

namespace posewright::operate {

namespace {

/// The end of a contact at a frame; nothing where it is scaled to nothing.
std::optional<HeldRest::End> endAt(const Document& doc, const Evaluation& shown, NodeIndex prop,
                                   const Constraint& target, const Span& contact)
{
    const Scene& scene = *doc.scene;
    HeldRest::End end;
    end.target = target.id;
    end.frame = shown.frame;
    end.turns = target.orientation;
    if (const NodeIndex parent = scene[prop].parent; parent != kNoNode)
        end.above = shown.world[parent];
    const Result<Transform> kept =
        edit::relativeTo(shown.world[prop], anchorPlace(scene, contact, shown.world));
    if (!kept) return std::nullopt;
    end.kept = *kept;
    return end;
}

}  // namespace

HeldRest restOf(const Document& doc, NodeIndex prop)
{
    const Scene& scene = *doc.scene;
    HeldRest out;
    out.rest = scene[prop].rest;
    const auto carried = [&](NodeId node) {
        const NodeIndex row = scene.find(node);
        return row != kNoNode && (row == prop || scene.isAbove(prop, row));
    };
    std::shared_ptr<const Prepared> prepared;
    for (const SpanRow& row : doc.clip().spans) {
        const Constraint& target = *findConstraint(*doc.rig, row.constraint);
        if (carried(target.target)) continue;
        for (const Span& span : row.spans) {
            if (span.kind != SpanKind::Contact || !carried(span.space)) continue;
            if (!prepared) prepared = prepare(doc);
            std::vector<double> frames{span.start};
            if (span.end > span.start) frames.push_back(span.end);
            for (const double frame : frames) {
                if (auto end = endAt(doc, evaluate(*prepared, frame), prop, target, span))
                    out.ends.push_back(*std::move(end));
            }
        }
    }
    return out;
}

std::vector<edit::Edit> placedAtRest(const HeldNode& held, const std::optional<Vec3>& position,
                                     const std::optional<Quat>& rotation)
{
    edit::SetRest set;
    set.node = held.node;
    set.translation = position;
    set.rotation = rotation;
    std::vector<edit::Edit> edits{set};
    Transform rest = held.atRest->rest;
    if (position) rest.translation = *position;
    if (rotation) rest.rotation = *rotation;
    for (const HeldRest::End& end : held.atRest->ends) {
        const WorldTransform there = end.above * rest * end.kept;
        edit::SetTargetKey key;
        key.target = end.target;
        key.frame = end.frame;
        key.keepMotion = true;
        key.position = there.position;
        if (end.turns) key.rotation = there.rotation;
        edits.emplace_back(key);
    }
    return edits;
}

}  // namespace posewright::operate
