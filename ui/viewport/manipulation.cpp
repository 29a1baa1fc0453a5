#include "ui/viewport/manipulation.h"

#include "core/math/rotation.h"
#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace posewright::ui {

namespace {

QString dragTr(const char* text)
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

/// "0.12 m along X".
QString wayText(const Vec3& by, GizmoPart part, const Stage& stage)
{
    const QString axis = axisName(part);
    QString length = lengthText(by.norm(), stage.unit);
    if (axis.isEmpty()) return length;
    return (axis.size() == 1 ? dragTr("%1 along %2") : dragTr("%1 in %2")).arg(length, axis);
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
    held_ = operate::hold(
        doc, shown, kind == Kind::Move ? operate::Handling::Move : operate::Handling::Turn, nodes);
    // Swinging turns joints only, never targets.
    if (kind == Kind::Swing)
        std::erase_if(held_, [](const auto& h) { return h.target != ConstraintId::None; });
    if (!held_.empty()) lead_ = (*doc.scene)[doc.scene->find(held_.back().node)].name;
}

Manipulation::Manipulation(const Document& doc, std::shared_ptr<const Evaluation> shown,
                           const operate::DragBone& drag, const Gizmo& gizmo) :
    kind_(Kind::Pull),
    gizmo_(gizmo), grabbed_(gizmo.origin), pull_{Pull{doc, std::move(shown), drag, gizmo.origin}},
    lead_((*doc.scene)[doc.scene->find(drag.bone)].name)
{
}

Manipulation::Step Manipulation::step(const Camera& camera, const ViewSize& size, const Pixel& from,
                                      const Pixel& to, GizmoPart part, bool snap, double frame,
                                      const Stage& stage, const std::optional<Vec3>& touch)
{
    if (empty()) return {};
    if (touch && canTouch())
        return kind_ == Kind::Pull
                   ? pulledBy(*touch - pull_->from, GizmoPart::None, false, frame, stage)
                   : moved(*touch - held_.back().position, GizmoPart::None, false, frame, stage);
    if (kind_ == Kind::Pull)
        return pulledBy(dragged(camera, size, from, to, gizmo_, part), part, snap, frame, stage);
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
        locked ? dragTr("%1 about %2").arg(angleText(angle), axisName(part)) : angleText(angle);
    return step;
}

Manipulation::Step Manipulation::moved(const Vec3& drag, GizmoPart part, bool snap, double frame,
                                       const Stage& stage) const
{
    const Vec3& lead = held_.back().position;
    const Vec3 by =
        snap ? Vec3(snappedMove(lead, drag, gizmo_.axes, moveStep(stage)) - lead) : drag;
    Step step;
    step.edits = operate::moved(held_, frame, by);
    step.name = stepName(QT_TRANSLATE_NOOP("View", "Move %1"),
                         QT_TRANSLATE_NOOP("View", "Move %1 things"), frame);
    if (const auto* bend =
            step.edits.size() == 1 ? std::get_if<edit::SetBend>(&step.edits[0]) : nullptr) {
        step.name = stepName(QT_TRANSLATE_NOOP("View", "Bend at %1"), "", frame);
        step.amount = angleText(bend->turn);
        return step;
    }
    step.amount = wayText(by, part, stage);
    return step;
}

Manipulation::Step Manipulation::pulledBy(const Vec3& way, GizmoPart part, bool snap, double frame,
                                          const Stage& stage) const
{
    const Vec3& from = pull_->from;
    const Vec3 to = snap ? snappedMove(from, way, gizmo_.axes, moveStep(stage)) : Vec3(from + way);
    operate::DragBone drag = pull_->drag;
    drag.frame = frame;
    drag.to = to;
    Step step;
    if (Result<operate::Edits> edits = operate::draggedBone(pull_->doc, *pull_->shown, drag))
        step.edits = *std::move(edits);
    const QString at = dragTr(" at %1").arg(frameText(frame));
    step.name =
        (drag.giving == operate::Giving::Body ? dragTr("Drag body by %1") : dragTr("Drag %1"))
            .arg(toQt(lead_)) +
        at;
    step.amount = wayText(to - from, part, stage);
    return step;
}

Manipulation::Step Manipulation::turnedBy(const Quat& turn, double frame) const
{
    Step step;
    step.edits = operate::turned(held_, frame, turn, gizmo_.origin);
    step.name = stepName(QT_TRANSLATE_NOOP("View", "Turn %1"),
                         QT_TRANSLATE_NOOP("View", "Turn %1 things"), frame);
    return step;
}

QString Manipulation::stepName(const char* one, const char* several, double frame) const
{
    const bool keyed = std::ranges::any_of(held_, [](const auto& held) { return !held.atRest; });
    const QString at = keyed ? dragTr(" at %1").arg(frameText(frame)) : QString();
    if (held_.size() != 1) return dragTr(several).arg(held_.size()) + at;
    const QString name = toQt(lead_);
    // A contact has one place over its whole span, so leave out the frame.
    return held_.back().contact ? dragTr(one).arg(dragTr("contact of %1").arg(name))
                                : dragTr(one).arg(name) + at;
}

Mat3 axesFor(const Document& doc, const Evaluation& evaluation, NodeId node, Space space)
{
    const NodeIndex row = doc.scene->find(node);
    if (row == kNoNode || space == Space::World) return Mat3::Identity();
    if (space == Space::Local) return evaluation.world[row].rotation.toRotationMatrix();
    const NodeIndex parent = (*doc.scene)[row].parent;
    return parent == kNoNode ? Mat3(Mat3::Identity())
                             : evaluation.world[parent].rotation.toRotationMatrix();
}

}  // namespace posewright::ui
