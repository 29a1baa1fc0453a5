#include "ui/viewport/manipulation.h"

#include "core/math/rotation.h"
#include "ui/session/text.h"
#include "ui/viewport/overlay/overlay.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("View", text);
}

QString axisName(GizmoPart part)
{
    switch (part) {
    case GizmoPart::X: return QStringLiteral("X");
    case GizmoPart::Y: return QStringLiteral("Y");
    case GizmoPart::Z: return QStringLiteral("Z");
    case GizmoPart::YZ: return QStringLiteral("YZ");
    case GizmoPart::ZX: return QStringLiteral("ZX");
    case GizmoPart::XY: return QStringLiteral("XY");
    default: return {};
    }
}

QString angleText(double radians)
{
    return QLocale().toString(radians * 180 / std::numbers::pi, 'f', 1) + QStringLiteral("\u00b0");
}

}  // namespace

double Manipulation::turnStep()
{
    return std::numbers::pi / 12;
}

Manipulation::Manipulation(const Document& doc, const Evaluation& shown, Kind kind,
                           const std::vector<NodeId>& nodes, const Gizmo& gizmo,
                           const Vec3& grabbed) :
    kind_(kind),
    gizmo_(gizmo), grabbed_(grabbed)
{
    const Scene& scene = *doc.scene;
    for (const NodeId node : nodes) {
        const Grip grip = gripOf(doc, shown, node);
        const bool can = kind == Kind::Move
                             ? grip == Grip::Target || grip == Grip::Pole || grip == Grip::Root
                             : grip == Grip::Root || grip == Grip::Joint ||
                                   (kind == Kind::Turn && grip == Grip::Target);
        const NodeIndex row = scene.find(node);
        // What hangs on something that is moved or turned comes along with it.
        const bool carried = std::any_of(nodes.begin(), nodes.end(), [&](NodeId other) {
            const NodeIndex above = scene.find(other);
            return above != kNoNode && row != kNoNode && scene.isAbove(above, row) &&
                   gripOf(doc, shown, other) != Grip::Held;
        });
        if (!can || carried) continue;
        Held held;
        held.node = node;
        held.name = scene[row].name;
        if (const Constraint* constraint = constraintOfTarget(*doc.rig, node)) {
            held.target = constraint->id;
            held.contact = contactAt(doc, shown, constraint->id);
        }
        held.position = shown.world[row].position;
        held.rotation = shown.world[row].rotation;
        if (const NodeIndex parent = scene[row].parent; parent != kNoNode) {
            held.parentInverse = shown.world[parent].matrix().inverse();
            held.parentRotation = shown.world[parent].rotation;
        }
        held_.push_back(held);
    }
}

Manipulation::Step Manipulation::step(const Camera& camera, const ViewSize& size, const Pixel& from,
                                      const Pixel& to, GizmoPart part, bool snap, double frame,
                                      const Stage& stage)
{
    if (held_.empty()) return {};
    if (kind_ == Kind::Move)
        return moved(dragged(camera, size, from, to, gizmo_, part), part, snap, frame, stage);

    const bool locked = part != GizmoPart::None && part != GizmoPart::View;
    if (kind_ == Kind::Swing && !locked) {
        const Vec3 arm = grabbed_ - gizmo_.origin;
        const Vec3 there = arm + draggedInView(camera, size, from, to, grabbed_);
        if (!(arm.norm() > 0) || !(there.norm() > 0)) return {};
        const Quat turn = leastArc(arm.normalized(), there.normalized());
        Step step = turnedBy(turn, frame);
        step.amount = angleText(angleBetween(turn, Quat::Identity()));
        return step;
    }
    const Vec3 axis = axisOf(camera, gizmo_, part);
    const double now = turned(camera, size, from, to, gizmo_, axis);
    angle_ += std::remainder(now - angle_, 2 * std::numbers::pi);
    const double angle = snap ? snapped(angle_, turnStep()) : angle_;
    Step step = turnedBy(Quat(Eigen::AngleAxisd(angle, axis)), frame);
    step.amount =
        locked ? tr("%1 about %2").arg(angleText(angle), axisName(part)) : angleText(angle);
    return step;
}

Manipulation::Step Manipulation::moved(const Vec3& drag, GizmoPart part, bool snap, double frame,
                                       const Stage& stage) const
{
    const Vec3& lead = held_.back().position;
    const Vec3 by =
        snap ? Vec3(snappedMove(lead, drag, gizmo_.axes, moveStep(stage)) - lead) : drag;
    Step step;
    for (const Held& held : held_) {
        const Vec3 world = held.position + by;
        if (held.target != ConstraintId::None) {
            place(held, frame, world, {}, step.edits);
        } else {
            edit::SetJointKey key;
            key.joint = held.node;
            key.frame = frame;
            key.translation = held.parentInverse * world;
            step.edits.emplace_back(key);
        }
    }
    step.name =
        stepName(QT_TRANSLATE_NOOP("View", "Move %1"), QT_TRANSLATE_NOOP("View", "Move %1 things"));
    const QString axis = axisName(part);
    step.amount = lengthText(stage, by.norm());
    if (!axis.isEmpty())
        step.amount = axis.size() == 1 ? tr("%1 along %2").arg(step.amount, axis)
                                       : tr("%1 in %2").arg(step.amount, axis);
    return step;
}

Manipulation::Step Manipulation::turnedBy(const Quat& turn, double frame) const
{
    Step step;
    for (const Held& held : held_) {
        const Quat world = (turn * held.rotation).normalized();
        if (held.target != ConstraintId::None) {
            std::optional<Vec3> position;
            // Several targets turn as one about the handles' middle.
            if (held_.size() > 1) position = gizmo_.origin + turn * (held.position - gizmo_.origin);
            place(held, frame, position, world, step.edits);
        } else {
            edit::SetJointKey key;
            key.joint = held.node;
            key.frame = frame;
            key.rotation = (held.parentRotation.conjugate() * world).normalized();
            step.edits.emplace_back(key);
        }
    }
    step.name =
        stepName(QT_TRANSLATE_NOOP("View", "Turn %1"), QT_TRANSLATE_NOOP("View", "Turn %1 things"));
    return step;
}

QString Manipulation::stepName(const char* one, const char* several) const
{
    if (held_.size() != 1) return tr(several).arg(held_.size());
    const Held& held = held_.back();
    const QString name = toQt(held.name);
    return tr(one).arg(held.contact ? tr("contact of %1").arg(name) : name);
}

std::optional<Manipulation::InContact>
Manipulation::contactAt(const Document& doc, const Evaluation& shown, ConstraintId target)
{
    const Span* span = spanAt(doc.clip().spanRow(target), shown.frame);
    if (!span || span->kind != SpanKind::Contact) return std::nullopt;
    const Scene& scene = *doc.scene;
    InContact out;
    out.start = span->start;
    out.end = span->end;
    std::vector<double> frames{span->start};
    if (span->end > span->start) frames.push_back(span->end);
    // Keys inside bend nothing, but the sign is drawn where they say: it is to follow the pointer.
    const NodeId node = findConstraint(*doc.rig, target)->target;
    if (const Track* track = doc.clip().track(node)) {
        const std::vector<double> keys = keyFrames(*track);
        const auto inside = std::upper_bound(keys.begin(), keys.end(), span->start);
        const bool has = inside != keys.end() && *inside < span->end;
        if (has && shown.frame > span->start && shown.frame < span->end)
            frames.push_back(shown.frame);
    }
    const NodeIndex space = scene.find(span->space);
    if (space == kNoNode) {
        for (const double frame : frames)
            out.keys.push_back({frame, Affine::Identity(), Quat::Identity()});
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

void Manipulation::place(const Held& held, double frame, const std::optional<Vec3>& position,
                         const std::optional<Quat>& rotation, std::vector<edit::Edit>& edits)
{
    edit::SetTargetKey key;
    key.target = held.target;
    key.frame = frame;
    key.position = position;
    key.rotation = rotation;
    if (!held.contact) {
        edits.emplace_back(key);
        return;
    }
    const InContact& contact = *held.contact;
    edit::SetSpan span;
    span.target = held.target;
    span.start = contact.start;
    span.end = contact.end;
    span.kind = SpanKind::Contact;
    if (position) span.position = contact.spaceInverse * *position;
    if (rotation) span.rotation = (contact.spaceRotation.conjugate() * *rotation).normalized();
    edits.emplace_back(span);
    for (const InContact::Key& at : contact.keys) {
        key.frame = at.frame;
        if (position) key.position = at.carry * *position;
        if (rotation) key.rotation = (at.turn * *rotation).normalized();
        edits.emplace_back(key);
    }
}

}  // namespace posewright::ui
