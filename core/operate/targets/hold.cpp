#include "core/operate/hold.h"

#include "core/edit/change.h"
#include "core/evaluate/places.h"
#include "core/operate/grip.h"
#include "core/operate/operate.h"
#include "core/operate/prop_ends.h"
#include "core/operate/row.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::operate {

namespace {

/// 0 at the fixed end of a swing, 1 at the moved end, with zero slope at both.
double shareOf(double frame, double stays, double moves)
{
    const double u = (frame - stays) / (moves - stays);
    return u * u * (3 - 2 * u);
}

/// The keys between the contact and its neighbours.
std::vector<HeldContact::Swing> swingsAround(const Document& doc, const Constraint& target,
                                             const Span& contact)
{
    std::vector<HeldContact::Swing> out;
    const SpanRow& row = *doc.clip().spanRow(target.id);
    const Track* track = doc.clip().track(target.target);
    const NodeIndex node = doc.scene->find(target.target);
    if (!track || (*doc.scene)[node].parent != kNoNode) return out;
    std::optional<double> before, after;
    for (const Span& other : row.spans) {
        if (other.kind != SpanKind::Contact || other.space != NodeId::None) continue;
        if (other.end < contact.start) before = std::max(before.value_or(other.end), other.end);
        if (other.start > contact.end) after = std::min(after.value_or(other.start), other.start);
    }
    const auto add = [&](double frame, double stays, double moves) {
        const Vec3 at = basePlacesOf(doc, std::array{node}, frame).front().local.translation;
        out.push_back({frame, at, shareOf(frame, stays, moves)});
    };
    for (const double frame : keyFrames(*track)) {
        if (before && *before < frame && frame < contact.start) add(frame, *before, contact.start);
        if (after && contact.end < frame && frame < *after) add(frame, *after, contact.end);
    }
    return out;
}

std::optional<HeldContact> contactAt(const Document& doc, const Evaluation& shown,
                                     const Constraint& target)
{
    const Span* span = spanAt(doc.clip().spanRow(target.id), shown.frame);
    if (!span || span->kind != SpanKind::Contact) return std::nullopt;
    const Scene& scene = *doc.scene;
    HeldContact out;
    out.start = span->start;
    out.end = span->end;
    std::vector<double> frames{span->start};
    if (span->end > span->start) frames.push_back(span->end);
    const NodeIndex space = scene.find(span->space);
    if (space == kNoNode) {
        for (const double frame : frames)
            out.keys.push_back({frame, Affine::Identity(), Quat::Identity()});
        out.swings = swingsAround(doc, target, *span);
    } else {
        out.spaceInverse = shown.world[space].matrix().inverse();
        out.spaceRotation = shown.world[space].rotation;
        const auto prepared = prepare(doc);
        for (const double frame : frames) {
            const WorldTransform then = evaluate(*prepared, frame).world[space];
            out.keys.push_back({frame, then.matrix() * out.spaceInverse,
                                then.rotation * out.spaceRotation.conjugate()});
        }
    }
    return out;
}

bool canBe(Handling handling, Grip grip)
{
    switch (grip) {
    case Grip::Target:
    case Grip::Root:
    case Grip::Prop: return true;
    case Grip::Pole:
    case Grip::Bend: return handling == Handling::Move;
    case Grip::Joint: return handling == Handling::Turn;
    case Grip::None:
    case Grip::Held: break;
    }
    return false;
}

Result<std::vector<HeldNode>> heldAt(const Document& doc, const std::vector<NodeId>& nodes,
                                     double frame, Handling handling, const edit::Context& context)
{
    const Evaluation shown = evaluate(*prepare(doc, context.memo), frame);
    std::vector<HeldNode> held = hold(doc, shown, handling, nodes);
    if (held.empty() && !nodes.empty())
        return edit::refused(handling == Handling::Move
                                 ? "none of them can be moved by itself at this frame"
                                 : "none of them can be turned by itself at this frame",
                             "/nodes");
    return held;
}

Result<Edits> withEnds(const Document& doc, Edits edits, const edit::Context& context)
{
    const Result<Document> after = applyWithEnds(doc, edits, context);
    if (!after) return after.error();
    return edits;
}

Result<Edits> moveNodes(const Document& doc, const MoveNodes& arguments,
                        const edit::Context& context)
{
    const Result<std::vector<HeldNode>> held =
        heldAt(doc, arguments.nodes, arguments.frame, Handling::Move, context);
    if (!held) return held.error();
    return withEnds(doc, moved(*held, arguments.frame, arguments.by), context);
}

Result<Edits> turnNodes(const Document& doc, const TurnNodes& arguments,
                        const edit::Context& context)
{
    const Result<std::vector<HeldNode>> held =
        heldAt(doc, arguments.nodes, arguments.frame, Handling::Turn, context);
    if (!held) return held.error();
    if (held->empty()) return Edits{};
    const Result<Quat> by = edit::unit(arguments.by, "/by");
    if (!by) return by.error();
    return withEnds(
        doc, turned(*held, arguments.frame, *by, arguments.about.value_or(held->back().position)),
        context);
}

Result<Edits> moveContact(const Document& doc, const MoveContact& arguments,
                          const edit::Context& context)
{
    const Constraint& target = *findConstraint(*doc.rig, arguments.target);
    const Evaluation shown = evaluate(*prepare(doc, context.memo), arguments.frame);
    const HeldNode held = holdOne(doc, shown, target.target);
    if (!held.contact) return edit::refused("the target is in no contact there", "/frame");
    std::optional<Quat> rotation;
    if (arguments.rotation) {
        const Result<Quat> unit = edit::unit(*arguments.rotation, "/rotation");
        if (!unit) return unit.error();
        rotation = *unit;
    }
    return placed(held, arguments.frame, arguments.position, rotation);
}

/// Turns the limb about its axis until the held joint is nearest to the place.
edit::SetBend bent(const HeldNode& held, double frame, const Vec3& place)
{
    const HeldBend& bend = *held.bend;
    const auto across = [&](const Vec3& p) -> Vec3 {
        const Vec3 from = p - bend.root;
        return from - from.dot(bend.axis) * bend.axis;
    };
    const Vec3 from = across(held.position);
    const Vec3 to = across(place);
    edit::SetBend out;
    out.target = bend.target;
    out.frame = frame;
    out.turn = std::atan2(from.cross(to).dot(bend.axis), from.dot(to));
    return out;
}

edit::SetTargetKey keyOfHeld(const HeldNode& held, double frame,
                             const std::optional<Vec3>& position,
                             const std::optional<Quat>& rotation)
{
    edit::SetTargetKey key;
    key.target = held.target;
    key.frame = frame;
    key.keepMotion = true;
    key.position = position;
    key.rotation = rotation;
    if (held.turnsFirst) {
        if (!key.position) key.position = held.position;
        if (!key.rotation) key.rotation = held.rotation;
    }
    return key;
}

}  // namespace

HeldNode holdOne(const Document& doc, const Evaluation& shown, NodeId node)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(node);
    HeldNode held;
    held.node = node;
    held.position = shown.world[row].position;
    held.rotation = shown.world[row].rotation;
    const Grip grip = gripOf(doc, shown, node);
    held.prop = grip == Grip::Prop;
    held.atRest = held.prop && !isPlaceKeyed(doc, node);
    if (const Constraint* constraint = constraintOfTarget(*doc.rig, node)) {
        held.target = constraint->id;
        held.contact = contactAt(doc, shown, *constraint);
        std::optional<WorldTransform> drawn = keptPlace(doc, *constraint, shown);
        if (!drawn) {
            drawn = waitingPlace(doc, *constraint, shown);
            held.turnsFirst = drawn && constraint->orientation;
        }
        if (drawn) {
            held.position = drawn->position;
            held.rotation = drawn->rotation;
        }
    }
    if (grip == Grip::Bend) {
        const Constraint& owner = *ownerOf(doc, shown, row);
        held.position = shown.world[bentBy(doc, shown, owner, row)].position;
        const Vec3& root = shown.world[scene.find(owner.root)].position;
        held.bend = {owner.id, root,
                     (shown.world[scene.find(owner.effector)].position - root).normalized()};
    }
    if (const NodeIndex parent = scene[row].parent; parent != kNoNode) {
        held.parentInverse = shown.world[parent].matrix().inverse();
        held.parentRotation = shown.world[parent].rotation;
    }
    return held;
}

std::vector<NodeId> notCarried(const Document& doc, const Evaluation& shown,
                               const std::vector<NodeId>& nodes)
{
    const Scene& scene = *doc.scene;
    std::vector<NodeId> out;
    for (const NodeId node : nodes) {
        const NodeIndex row = scene.find(node);
        const Constraint* target = constraintOfTarget(*doc.rig, node);
        const Span* span = target ? spanAt(doc.clip().spanRow(target->id), shown.frame) : nullptr;
        const NodeIndex space =
            span && span->kind == SpanKind::Contact && target->meets() == NodeId::None
                ? scene.find(span->space)
                : kNoNode;
        const bool carried = std::any_of(nodes.begin(), nodes.end(), [&](NodeId other) {
            const NodeIndex above = scene.find(other);
            if (above == kNoNode || row == kNoNode || other == node) return false;
            const Grip grip = gripOf(doc, shown, other);
            if (scene.isAbove(above, row)) return grip != Grip::Held;
            return grip == Grip::Prop && space != kNoNode &&
                   (above == space || scene.isAbove(above, space));
        });
        if (!carried) out.push_back(node);
    }
    return out;
}

std::vector<HeldNode> hold(const Document& doc, const Evaluation& shown, Handling handling,
                           const std::vector<NodeId>& nodes)
{
    std::vector<HeldNode> out;
    for (const NodeId node : notCarried(doc, shown, nodes))
        if (canBe(handling, gripOf(doc, shown, node))) out.push_back(holdOne(doc, shown, node));
    return out;
}

std::vector<edit::Edit> placed(const HeldNode& held, double frame,
                               const std::optional<Vec3>& position,
                               const std::optional<Quat>& rotation)
{
    std::vector<edit::Edit> edits;
    if (held.bend) {
        if (position) edits.emplace_back(bent(held, frame, *position));
        return edits;
    }
    const auto placeHere = [&] {
        return position ? std::optional<Vec3>(held.parentInverse * *position) : std::nullopt;
    };
    const auto turnHere = [&]() -> std::optional<Quat> {
        if (!rotation) return std::nullopt;
        return (held.parentRotation.conjugate() * *rotation).normalized();
    };
    if (held.atRest) return {edit::SetRest{held.node, placeHere(), turnHere(), {}, {}}};
    if (held.target == ConstraintId::None) {
        edit::SetJointKey key;
        key.joint = held.node;
        key.frame = frame;
        key.keepMotion = true;
        key.translation = placeHere();
        key.rotation = turnHere();
        edits.emplace_back(key);
        return edits;
    }
    edit::SetTargetKey key = keyOfHeld(held, frame, position, rotation);
    if (!held.contact) {
        edits.emplace_back(key);
        return edits;
    }
    const HeldContact& contact = *held.contact;
    edit::SetSpan span;
    span.target = held.target;
    span.start = contact.start;
    span.end = contact.end;
    span.kind = SpanKind::Contact;
    if (position) span.position = contact.spaceInverse * *position;
    if (rotation) span.rotation = (contact.spaceRotation.conjugate() * *rotation).normalized();
    edits.emplace_back(span);
    for (const HeldContact::Key& at : contact.keys) {
        key.frame = at.frame;
        if (position) key.position = at.carry * *position;
        if (rotation) key.rotation = (at.turn * *rotation).normalized();
        edits.emplace_back(key);
    }
    if (!position) return edits;
    for (const HeldContact::Swing& swing : contact.swings) {
        edit::SetTargetKey along;
        along.target = held.target;
        along.frame = swing.frame;
        along.keepMotion = true;
        along.position = swing.position + swing.share * (*position - held.position);
        edits.emplace_back(along);
    }
    return edits;
}

std::vector<edit::Edit> moved(const std::vector<HeldNode>& held, double frame, const Vec3& by)
{
    std::vector<edit::Edit> edits;
    for (const HeldNode& one : held)
        for (edit::Edit& edit : placed(one, frame, Vec3(one.position + by), {}))
            edits.push_back(std::move(edit));
    return edits;
}

std::vector<edit::Edit> turned(const std::vector<HeldNode>& held, double frame, const Quat& by,
                               const Vec3& about)
{
    std::vector<edit::Edit> edits;
    for (const HeldNode& one : held) {
        std::optional<Vec3> position;
        if (held.size() > 1 && (one.prop || one.target != ConstraintId::None))
            position = about + by * (one.position - about);
        for (edit::Edit& edit : placed(one, frame, position, (by * one.rotation).normalized()))
            edits.push_back(std::move(edit));
    }
    return edits;
}

Row row(Of<MoveNodes>)
{
    using O = MoveNodes;
    return rowOf<O>("moveNodes",
                    "targets, poles, roots and props some way on, as a drag moves them", moveNodes,
                    edit::required("nodes", &O::nodes),
                    edit::required("frame", &O::frame, edit::kFrame), edit::required("by", &O::by));
}

Row row(Of<TurnNodes>)
{
    using O = TurnNodes;
    return rowOf<O>("turnNodes", "targets, bones and props turned, as a drag turns them", turnNodes,
                    edit::required("nodes", &O::nodes),
                    edit::required("frame", &O::frame, edit::kFrame), edit::required("by", &O::by),
                    edit::optional("about", &O::about, "position"));
}

Row row(Of<MoveContact>)
{
    using O = MoveContact;
    return rowOf<O>("moveContact", "the contact that a target is in holds elsewhere", moveContact,
                    edit::required("target", &O::target),
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::optional("position", &O::position, "position"),
                    edit::optional("rotation", &O::rotation));
}

}  // namespace posewright::operate
