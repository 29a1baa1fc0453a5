// Long: a sentence for each edit whose title says too little.
#include "ui/session/step_text.h"

#include "core/motion/layer.h"
#include "ui/session/euler.h"
#include "ui/session/kind_words.h"
#include "ui/session/same_place.h"
#include "ui/session/span_words.h"
#include "ui/session/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace posewright::ui {

namespace {

QString stepTr(const char* text, int n = -1)
{
    return QCoreApplication::translate("History", text, nullptr, n);
}

QString nameOf(const Document& doc, NodeId node)
{
    return toQt(nodeName(*doc.scene, node));
}

QString nameOf(const Document& doc, ConstraintId target)
{
    const Constraint* constraint = findConstraint(*doc.rig, target);
    return constraint ? nameOf(doc, constraint->target) : QString();
}

QString nameOf(const Document& doc, const edit::KeyRef& key)
{
    return key.node != NodeId::None ? nameOf(doc, key.node) : nameOf(doc, key.constraint);
}

QString shapeWord(const edit::SetInterpolation& edit)
{
    switch (edit.interpolation) {
    case edit::KeyShape::Constant: return stepTr("held");
    case edit::KeyShape::Linear: return stepTr("linear");
    case edit::KeyShape::Bezier: return stepTr("smooth");
    case edit::KeyShape::Eased: break;
    }
    return stepTr("eased");
}

const Span* spanThere(const Document& doc, ConstraintId target, double start)
{
    const SpanRow* row = doc.clip().spanRow(target);
    if (!row) return nullptr;
    const auto at = std::find_if(row->spans.rbegin(), row->spans.rend(),
                                 [start](const Span& span) { return span.start == start; });
    return at == row->spans.rend() ? nullptr : &*at;
}

QString fadesText(bool in, bool out)
{
    return in && out ? stepTr("Fades of %1")
           : in      ? stepTr("Fade in of %1")
                     : stepTr("Fade out of %1");
}

/// The only thing that an edit changes about an existing span; empty if there are several or the
/// span is new.
QString changeOf(const Span& old, const edit::SetSpan& e)
{
    if (old.kind != e.kind || old.end != e.end) return {};
    const auto differs = [](const auto& wanted, const auto& is) { return wanted && *wanted != is; };
    QStringList changes;
    const bool in = differs(e.in, old.in), out = differs(e.out, old.out);
    if (in || out) changes << fadesText(in, out);
    if (differs(e.inbetween, old.inbetween)) changes << stepTr("In-between of %1");
    if (differs(e.mix, old.mix)) changes << stepTr("Mix of %1");
    if (differs(e.solver, old.solver)) changes << stepTr("Solver of a span of %1");
    if (differs(e.path, old.path)) changes << stepTr("Path of %1");
    if (differs(e.space, old.space)) changes << stepTr("What the contact of %1 sticks to");
    if (e.position || e.rotation) changes << stepTr("Move contact of %1");
    return changes.size() == 1 ? changes.front() : QString();
}

/// The only thing that an edit sets on a target; empty if there are several.
QString changeOf(const edit::SetTarget& e)
{
    QStringList changes;
    if (e.solver) changes << stepTr("Solver of %1");
    if (e.weight) changes << stepTr("Weight of %1");
    if (e.orientation) changes << stepTr("Orientation of %1");
    if (e.soft) changes << stepTr("Soft reach of %1");
    if (e.root) changes << stepTr("Chain of %1");
    if (e.rootMoves) changes << stepTr("Moving root of %1");
    for (const KindNumber& number : kindNumbers())
        if (e.*number.argument) changes << QCoreApplication::translate("Inspector", number.step);
    if (e.axis) changes << stepTr("Side that %1 turns");
    if (e.pins) changes << stepTr("Joints that %1 holds still");
    if (e.stretch) changes << stepTr("Stretch of %1");
    return changes.size() == 1 ? changes.front() : QString();
}

/// 0 to 2 for X to Z; nullopt unless exactly one component differs.
std::optional<int> oneAxis(const Vec3& difference, double unseen)
{
    std::optional<int> found;
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(difference[axis]) <= unseen) continue;
        if (found) return std::nullopt;
        found = axis;
    }
    return found;
}

/// " along X"; empty for several axes.
QString alongText(const Document& doc, const Vec3& from, const Vec3& to)
{
    const std::optional<int> axis = oneAxis(to - from, std::max(1e-8, 1e-9 * extent(*doc.scene)));
    return axis ? stepTr(" along %1").arg(QLatin1Char("XYZ"[*axis])) : QString();
}

/// " about X", for the angles shown in the fields; empty for several axes.
QString aboutText(const Quat& from, const Quat& to)
{
    constexpr double kUnseen = 1e-5;  // [deg]
    Vec3 difference = toAngles(to) - toAngles(from);
    for (double& angle : difference) angle = std::remainder(angle, 360);
    const std::optional<int> axis = oneAxis(difference, kUnseen);
    return axis ? stepTr(" about %1").arg(QLatin1Char("XYZ"[*axis])) : QString();
}

/// The sentence with "%1" for the node.
QString changeOf(const Document& doc, const edit::SetRest& e)
{
    const NodeIndex row = doc.scene->find(e.node);
    if (row == kNoNode) return {};
    const Node& node = (*doc.scene)[row];
    const Transform& old = node.rest;
    QStringList changes;
    if (e.translation)
        changes << stepTr("Rest place of %1") + alongText(doc, old.translation, *e.translation);
    if (e.rotation) changes << stepTr("Rest rotation of %1") + aboutText(old.rotation, *e.rotation);
    if (e.scale) changes << stepTr("Rest scale of %1");
    if (e.tip)
        changes << stepTr("Tip of %1") +
                       (node.bone() ? alongText(doc, node.bone()->tip, *e.tip) : QString());
    return changes.size() == 1 ? changes.front() : QString();
}

/// Is there a key already, so that only its value changes?
bool isKeyed(const Document& doc, const edit::SetJointKey& e)
{
    const Track* track = doc.clip().track(e.joint);
    if (!track) return false;
    if (e.rotation) return track->rotation->find(e.frame) != nullptr;
    return track->translation[0]->find(e.frame) != nullptr;
}

/// The node's local transform at a frame.
Transform placedAt(const Document& doc, const Node& node, double frame)
{
    return sampleLaid(doc.clip(), node.id, node.rest, frame);
}

/// "Move target %1 along X". Places are in the world, so the axis is known only for targets without
/// a parent.
QString changeOf(const Document& doc, const edit::SetTargetKey& e)
{
    const QString move = stepTr("Move target %1"), turn = stepTr("Turn target %1");
    if (!e.position && !e.rotation) return stepTr("Key target %1");
    const Constraint* constraint = findConstraint(*doc.rig, e.target);
    const NodeIndex row = constraint ? doc.scene->find(constraint->target) : kNoNode;
    const bool known = row != kNoNode && (*doc.scene)[row].parent == kNoNode;
    if (!known) return e.position ? move : turn;
    const Transform old = placedAt(doc, (*doc.scene)[row], e.frame);
    const bool stays =
        !e.position || (old.translation - *e.position).norm() <= 1e-9 * extent(*doc.scene);
    if (e.rotation && stays) return turn + aboutText(old.rotation, *e.rotation);
    return move + alongText(doc, old.translation, *e.position);
}

/// "Rotation of %1 about X" if there is a key already.
QString changeOf(const Document& doc, const edit::SetJointKey& e)
{
    const NodeIndex row = doc.scene->find(e.joint);
    const bool place = e.translation && !e.rotation && !e.scale;
    const bool turn = e.rotation && !e.translation && !e.scale;
    if (row == kNoNode) return stepTr("Key %1");
    const Transform old = placedAt(doc, (*doc.scene)[row], e.frame);
    const auto& rig = doc.rig->constraints;
    const bool pole =
        std::any_of(rig.begin(), rig.end(), [&](const Constraint& c) { return c.pole == e.joint; });
    if (pole)
        return stepTr("Move pole %1") +
               (place ? alongText(doc, old.translation, *e.translation) : QString());
    if (!(place || turn) || !isKeyed(doc, e)) return stepTr("Key %1");
    return place ? stepTr("Place of %1") + alongText(doc, old.translation, *e.translation)
                 : stepTr("Rotation of %1") + aboutText(old.rotation, *e.rotation);
}

QString atText(double frame)
{
    return stepTr(" at %1").arg(frameText(frame));
}

QString signedText(double number)
{
    return (number > 0 ? QStringLiteral("+") : QString()) + frameText(number);
}

// Sentences for kinds of edits that need more than their title.

template <class E>
QString sentence(const Document&, const E& e)
{
    return toQt(edit::kindOf(edit::Edit(e)).title);
}

QString sentence(const Document&, const edit::AddTarget& e)
{
    return stepTr("New target %1").arg(toQt(e.name));
}

QString sentence(const Document& doc, const edit::AddPole& e)
{
    return stepTr("New pole of %1").arg(nameOf(doc, e.target));
}

QString sentence(const Document& doc, const edit::RemoveTarget& e)
{
    return (e.keepPose ? stepTr("Remove target %1, keep the pose") : stepTr("Remove target %1"))
        .arg(nameOf(doc, e.target));
}

QString sentence(const Document& doc, const edit::SetTarget& e)
{
    const QString change = changeOf(e);
    return (change.isEmpty() ? stepTr("Change target %1") : change).arg(nameOf(doc, e.target));
}

QString sentence(const Document& doc, const edit::FitTarget& e)
{
    return stepTr("Fit target %1 to the motion").arg(nameOf(doc, e.target));
}

QString sentence(const Document& doc, const edit::SetTargetKey& e)
{
    return changeOf(doc, e).arg(nameOf(doc, e.target)) + atText(e.frame);
}

QString sentence(const Document& doc, const edit::SetBend& e)
{
    return stepTr("Bend of %1 at %2").arg(nameOf(doc, e.target), frameText(e.frame));
}

QString sentence(const Document& doc, const edit::SetJointKey& e)
{
    return changeOf(doc, e).arg(nameOf(doc, e.joint)) + atText(e.frame);
}

QString sentence(const Document& doc, const edit::SetMorphKey& e)
{
    return stepTr("Morph %1 of %2 at %3")
        .arg(QString::fromStdString(e.morph), nameOf(doc, e.mesh), frameText(e.frame));
}

QString sentence(const Document& doc, const edit::SetInfluenceKey& e)
{
    return stepTr("Influence of %1 at %2").arg(nameOf(doc, e.target), frameText(e.frame));
}

QString sentence(const Document& doc, const edit::MoveKeys& e)
{
    if (e.keys.size() == 1)
        return stepTr("Move key of %1 from %2 to %3")
            .arg(nameOf(doc, e.keys[0]), frameText(e.keys[0].frame),
                 frameText(e.keys[0].frame + e.by));
    return stepTr("Move %n keys by %1", static_cast<int>(e.keys.size())).arg(signedText(e.by));
}

QString sentence(const Document&, const edit::ScaleKeys& e)
{
    return stepTr("Scale %n keys", static_cast<int>(e.keys.size()));
}

QString sentence(const Document& doc, const edit::DeleteKeys& e)
{
    if (e.keys.size() == 1)
        return stepTr("Delete key of %1 at %2")
            .arg(nameOf(doc, e.keys[0]), frameText(e.keys[0].frame));
    return stepTr("Delete %n keys", static_cast<int>(e.keys.size()));
}

QString sentence(const Document& doc, const edit::SetInterpolation& e)
{
    if (e.keys.size() == 1)
        return stepTr("Make key of %1 at %2 %3")
            .arg(nameOf(doc, e.keys[0]), frameText(e.keys[0].frame), shapeWord(e));
    return stepTr("Make %n keys %1", static_cast<int>(e.keys.size())).arg(shapeWord(e));
}

QString sentence(const Document&, const edit::ShiftTime& e)
{
    return stepTr("Shift time from %1 by %2").arg(frameText(e.from), signedText(e.by));
}

QString sentence(const Document& doc, const edit::SetSpan& e)
{
    if (const Span* old = spanThere(doc, e.target, e.start)) {
        const QString change = changeOf(*old, e);
        if (!change.isEmpty()) return change.arg(nameOf(doc, e.target));
        if (old->kind != e.kind && old->end == e.end)
            return stepTr("Make %1 of %2 a %3")
                .arg(spanWord(old->kind), nameOf(doc, e.target), spanWord(e.kind));
    }
    return stepTr("%1 of %2 from %3 to %4")
        .arg(spanWord(e.kind), nameOf(doc, e.target), frameText(e.start), frameText(e.end));
}

QString sentence(const Document& doc, const edit::MoveSpan& e)
{
    const Span* old = spanThere(doc, e.target, e.start);
    if (old && e.to == old->start && e.end == old->end) {
        const bool in = e.in && *e.in != old->in, out = e.out && *e.out != old->out;
        if (in || out) return fadesText(in, out).arg(nameOf(doc, e.target));
    }
    return stepTr("Move %1 of %2 to %3\u2013%4")
        .arg(kindAt(doc, e.target, e.start), nameOf(doc, e.target), frameText(e.to),
             frameText(e.end));
}

QString sentence(const Document& doc, const edit::RemoveSpan& e)
{
    return stepTr("Remove %1 of %2 at %3")
        .arg(kindAt(doc, e.target, e.start), nameOf(doc, e.target), frameText(e.start));
}

QString sentence(const Document& doc, const edit::RenameNode& e)
{
    return stepTr("Rename %1 to %2").arg(nameOf(doc, e.node), toQt(e.name));
}

QString sentence(const Document&, const edit::AddBone& e)
{
    return stepTr("Add bone \u201c%1\u201d").arg(toQt(e.name));
}

QString sentence(const Document& doc, const edit::AddFlesh& e)
{
    return stepTr("Flesh of %1").arg(nameOf(doc, e.bone));
}

QString sentence(const Document& doc, const edit::SetSkin& e)
{
    return (e.again ? stepTr("Bind %1 again") : stepTr("Bind %1")).arg(nameOf(doc, e.mesh));
}

QString sentence(const Document& doc, const edit::RollBone& e)
{
    return stepTr("Roll %1").arg(nameOf(doc, e.bone));
}

QString sentence(const Document&, const edit::AddBox& e)
{
    return stepTr("New box %1").arg(toQt(e.name));
}

QString sentence(const Document&, const edit::AddNodes&)
{
    return stepTr("Add nodes of another file");
}

QString sentence(const Document& doc, const edit::RemoveBone& e)
{
    return stepTr("Remove %1").arg(nameOf(doc, e.bone));
}

QString sentence(const Document& doc, const edit::ReparentBone& e)
{
    return stepTr("Reparent %1").arg(nameOf(doc, e.bone));
}

QString sentence(const Document& doc, const edit::SetRest& e)
{
    const QString change = changeOf(doc, e);
    return (change.isEmpty() ? stepTr("Set rest pose of %1") : change).arg(nameOf(doc, e.node));
}

QString sentence(const Document& doc, const edit::SetLimit& e)
{
    return stepTr("Set limit of %1").arg(nameOf(doc, e.joint));
}

QString sentence(const Document&, const edit::SetRange& e)
{
    return stepTr("Set range %1 to %2").arg(frameText(e.start), frameText(e.end));
}

QString sentence(const Document&, const edit::SetPreviewRange& e)
{
    if (!e.frames) return stepTr("Preview the whole range");
    return stepTr("Preview %1 to %2").arg(frameText((*e.frames)[0]), frameText((*e.frames)[1]));
}

QString sentence(const Document&, const edit::SetFps& e)
{
    return stepTr("Set %1 frames per second").arg(frameText(e.fps));
}

QString sentence(const Document&, const edit::SetLoop& e)
{
    return e.loop ? stepTr("Loop") : stepTr("Play once");
}

QString sentence(const Document&, const edit::AddMarker& e)
{
    return stepTr("New marker \u201c%1\u201d at %2").arg(toQt(e.name), frameText(e.frame));
}

QString sentence(const Document&, const edit::RemoveMarker& e)
{
    return stepTr("Remove marker at %1").arg(frameText(e.frame));
}

}  // namespace

QString spanWord(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Reach: return stepTr("Reach");
    case SpanKind::Contact: return stepTr("Contact");
    case SpanKind::Hold: return stepTr("Hold");
    case SpanKind::Off: return stepTr("Off");
    }
    return {};
}

QString frameText(double frame)
{
    return QString::number(frame, 'g', 8);
}

QString stepText(const std::vector<edit::Edit>& all, const Document& before)
{
    const std::vector<edit::Edit> edits = withoutSpansOfKeys(all);
    if (edits.empty()) return {};
    // Removing a span to replace it by one of another kind is a single change.
    std::size_t at = 0, count = edits.size();
    for (std::size_t i = 0; i + 1 < edits.size(); ++i) {
        const auto* gone = std::get_if<edit::RemoveSpan>(&edits[i]);
        const auto* set = std::get_if<edit::SetSpan>(&edits[i + 1]);
        if (!gone || !set || gone->target != set->target || gone->start != set->start) continue;
        at += i == at ? 1 : 0;
        --count;
    }
    const QString ends = endsText(edits, before);
    QString first = ends.isEmpty()
                        ? std::visit([&](const auto& e) { return sentence(before, e); }, edits[at])
                        : ends;
    if (count == 1) return first;
    return stepTr("%1 (and %n more)", static_cast<int>(count) - 1).arg(first);
}

QString onLayerText(const QString& step, const std::vector<edit::Edit>& made)
{
    for (const edit::Edit& edit : made)
        if (const auto* key = std::get_if<edit::SetLayerKey>(&edit))
            return stepTr("%1, on %2").arg(step, toQt(key->layer));
    return step;
}

}  // namespace posewright::ui
