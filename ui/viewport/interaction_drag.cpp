#include "core/operate/drag_bone.h"
#include "core/operate/limbs.h"
#include "core/operate/near_key.h"
#include "core/skinning/surface.h"
#include "ui/models/prop_words.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/viewport/interaction.h"
#include "ui/viewport/viewport.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

Pixel interactionDragToPixel(const QPointF& p)
{
    return {p.x(), p.y()};
}

/// A bone of no length cannot swing, so its parent does.
NodeIndex swinging(const Scene& scene, NodeIndex row)
{
    const BonePart* bone = scene[row].bone();
    if (!bone || bone->tip.norm() > 0) return row;
    const NodeIndex parent = scene[row].parent;
    return parent != kNoNode && scene[parent].bone() ? parent : row;
}

}  // namespace

void Interaction::startDrag()
{
    lock_ = GizmoPart::None;
    everywhere_ = false;
    touching_ = Touch::None;
    touched_ = false;
    fit_.reset();
    if (part_ == GizmoPart::None && limitRow_ < 0 &&
        (under_ == NodeId::None || isScenery(under_))) {
        mode_ = Mode::Box;
        return;
    }
    manipulation_.reset();
    if (limitRow_ >= 0 ? !takeLimit() : !takeHold() || manipulation_->empty()) {
        manipulation_.reset();
        mode_ = Mode::Refused;  // until the button is released, so that the reason can be read
        return;
    }
    session_.playhead().setPlaying(false);
    gesture_ = session_.beginGesture();
    mode_ = Mode::Drag;
    QString keys = tr("Shift: slow \u2013 Ctrl: snapping %1 \u2013 X, Y, Z: along an axis \u2013 "
                      "Esc: as it was")
                       .arg(view_.settings().now().snap ? tr("off") : tr("on"));
    if (manipulation_ && manipulation_->canTouch())
        keys.prepend(tr("T: touch what is under the pointer, T again: its far side \u2013 "));
    const Document& doc = session_.document();
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (const NodeIndex row = doc.scene->find(lead_);
        row != kNoNode && shown && gripOf(doc, *shown, lead_) == Grip::Prop)
        keys = tr("%1: %2 \u2013 %3")
                   .arg(toQt((*doc.scene)[row].name),
                        propWords(doc, lead_, session_.playhead().frame()), keys);
    if (const Constraint* target = constraintOfTarget(*doc.rig, lead_);
        target && operate::limbHasMotion(doc, *target))
        keys += tr(" \u2013 E or Alt: it acts over the whole range");
    emit hint(keys);
}

bool Interaction::isScenery(NodeId node) const
{
    constexpr double kLarge = 1.5;  // relative to the figure
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    const Document& doc = session_.document();
    const NodeIndex row = doc.scene->find(node);
    const auto* part = row == kNoNode ? nullptr : std::get_if<MeshPart>(&(*doc.scene)[row].part);
    // Without a figure a mesh is no scenery, whatever its size.
    const bool anybody = std::ranges::any_of(doc.scene->nodes(), &Node::bone);
    if (!shown || !part || !anybody || session_.selection().contains(node) ||
        gripOf(doc, *shown, node) != Grip::Prop)
        return false;
    Box box;
    for (const Eigen::Vector3f& point : part->mesh->positions)
        box.include(shown->world[row] * Vec3(point.cast<double>()));
    return box.diagonal() > kLarge * view_.stage().figure;
}

bool Interaction::takeHold()
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (!shown) return false;
    const Document& doc = session_.document();
    Selection& selection = session_.selection();
    // Keys that the playhead has left are not what is worked on: Delete would remove them.
    const double here = session_.playhead().frame();
    if (std::ranges::none_of(selection.keys(), [here](const auto& k) { return k.frame == here; }))
        selection.setKeys({});
    if (part_ != GizmoPart::None) {
        const std::optional<Gizmo> handles = gizmo();
        if (!handles) return false;
        lead_ = selection.active();
        manipulation_.emplace(doc, *shown,
                              handles->kind == GizmoKind::Move ? Manipulation::Kind::Move
                                                               : Manipulation::Kind::Turn,
                              selection.nodes(), *handles);
        return true;
    }

    NodeId node = under_;
    const Tool tool = view_.settings().now().tool;
    // Dragging a bone that a target moves drags the target.
    if (const Constraint* constraint = actingOn(doc, *shown, node);
        constraint && tool != Tool::Rotate)
        node = constraint->target;
    Grip grip = gripOf(doc, *shown, node);
    if (grip == Grip::Joint) {
        const NodeIndex row = swinging(*doc.scene, doc.scene->find(node));
        node = (*doc.scene)[row].id;
        grip = gripOf(doc, *shown, node);
    }
    lead_ = node;
    if (!selection.contains(node)) selection.pick({node});
    if (grip == Grip::None) return false;
    if (const std::optional<bool> pulls = pull(shown, node, grip)) return *pulls;
    if (grip == Grip::Held || (grip == Grip::Bend && tool == Tool::Rotate)) {
        const Constraint* owner = ownerOf(doc, *shown, doc.scene->find(node));
        const NodeIndex target = doc.scene->find(owner->target);
        emit hint(tr("This bone follows \u201c%1\u201d here: drag that target")
                      .arg(toQt((*doc.scene)[target].name)));
        return false;
    }
    const bool swings = grip == Grip::Joint || (grip == Grip::Root && tool == Tool::Rotate);
    return swings ? swing(*shown, node) : moveFrom(*shown, node);
}

Gizmo Interaction::freeHandles(const Evaluation& shown, NodeId node) const
{
    const Document& doc = session_.document();
    const Vec3& place = shown.world[doc.scene->find(node)].position;
    return gizmoAt(view_.camera(), view_.viewSize(), GizmoKind::Move, place,
                   axesFor(doc, shown, node, view_.settings().now().space), 80);
}

bool Interaction::moveFrom(const Evaluation& shown, NodeId node)
{
    // The whole selection is moved, led by this node.
    std::vector<NodeId> nodes = session_.selection().nodes();
    std::erase(nodes, node);
    nodes.push_back(node);
    manipulation_.emplace(session_.document(), shown, Manipulation::Kind::Move, nodes,
                          freeHandles(shown, node));
    return true;
}

std::optional<bool> Interaction::pull(const std::shared_ptr<const Evaluation>& shown, NodeId node,
                                      Grip grip)
{
    using operate::DragAs;
    const ViewState view = view_.settings().now();
    const Document& doc = session_.document();
    if (view.tool == Tool::Rotate || view.drag == DragMode::Turn) return std::nullopt;
    const bool body = view.drag == DragMode::Body;
    operate::DragBone drag;
    drag.bone = node;
    // If the body is to follow, dragging a target drags its effector.
    if (const Constraint* constraint = constraintOfTarget(*doc.rig, node);
        constraint && body && constraint->reaches() && actingOn(doc, *shown, constraint->effector))
        drag.bone = constraint->effector;
    else if (grip != Grip::Joint && grip != Grip::Root)
        return std::nullopt;
    DragAs as = body ? DragAs::Body : DragAs::Limb;
    if (view.drag == DragMode::Automatic) as = operate::dragAs(doc, node, !view.pins.empty());
    if (as != DragAs::Body && as != DragAs::Limb) return std::nullopt;
    if (as == DragAs::Limb && grip == Grip::Root) return std::nullopt;
    drag.giving = as == DragAs::Body ? operate::Giving::Body : operate::Giving::Limb;
    drag.pins = view.pins;
    drag.balance = view.balance;
    // Hands and feet are dragged by their joint; other bones by the nearer end.
    if (drag.bone == node && view.drag != DragMode::Automatic) drag.tip = nearerTip(*shown, node);
    Gizmo handles = freeHandles(*shown, node);
    handles.origin = operate::draggedPoint(doc, *shown, drag.bone, drag.tip);
    drag.frame = session_.playhead().frame();
    drag.to = handles.origin;
    if (const Result<operate::Edits> can = operate::draggedBone(doc, *shown, drag); !can)
        return std::nullopt;
    manipulation_.emplace(doc, shown, drag, handles);
    return true;
}

bool Interaction::nearerTip(const Evaluation& shown, NodeId node) const
{
    const Scene& scene = *session_.document().scene;
    const NodeIndex row = scene.find(node);
    const Ray ray = rayThrough(view_.camera(), view_.viewSize(), interactionDragToPixel(pressed_));
    const Vec3 from = shown.world[row].position;
    const Vec3 tip = shown.world[row] * scene[row].bone()->tip;
    return (tip - from).norm() > 0 && nearestApproach(ray, from, tip).s > 0.5;
}

bool Interaction::swing(const Evaluation& shown, NodeId node)
{
    const Document& doc = session_.document();
    const NodeIndex row = doc.scene->find(node);
    const WorldTransform& world = shown.world[row];
    // Drag the point under the pointer, but not one so near to the joint that the bone spins.
    const BonePart* bone = (*doc.scene)[row].bone();
    const Vec3 tip = world * bone->tip;
    if (!((tip - world.position).norm() > 0)) return false;
    const Ray ray = rayThrough(view_.camera(), view_.viewSize(), interactionDragToPixel(pressed_));
    const double along = std::max(0.35, nearestApproach(ray, world.position, tip).s);
    Gizmo handles = freeHandles(shown, node);
    handles.kind = GizmoKind::Rotate;
    manipulation_.emplace(doc, shown, Manipulation::Kind::Swing, std::vector{node}, handles,
                          Vec3(world.position + along * (tip - world.position)));
    return true;
}

Manipulation::Step Interaction::stepTo(const std::optional<Vec3>& touch)
{
    const bool snap = view_.settings().now().snap != bool(modifiers_ & Qt::ControlModifier);
    return manipulation_->step(view_.camera(), view_.viewSize(), interactionDragToPixel(pressed_),
                               interactionDragToPixel(pointer_),
                               lock_ != GizmoPart::None ? lock_ : part_, snap,
                               session_.playhead().frame(), view_.stage(), touch);
}

bool Interaction::take(const Manipulation::Step& step)
{
    const bool everywhere = everywhere_ || bool(modifiers_ & Qt::AltModifier);
    const Result<void> done = session_.commit(step.edits, step.name, gesture_, everywhere);
    if (done) return true;
    readout_ = {errorText(done.error())};
    emit hint(readout_.front());
    emit overlayChanged();
    return false;
}

void Interaction::drag()
{
    if (limit_) {
        dragLimit();
        return;
    }
    if (!manipulation_) return;
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    const Sides sides = touching_ != Touch::None && shown ? touched(*shown, true) : Sides{};
    const std::optional<Touched>& touch = touching_ == Touch::Far ? sides.far : sides.near;
    fit_.reset();
    touched_ = false;
    if (touch) {
        const Document& doc = session_.document();
        fit_.emplace(doc, lead_, manipulation_->pulled());
        fit_->begin(doc, *shown, touch->place, touch->normal, view_.stage().figure);
        fit_->remember(shown);
    }
    const Manipulation::Step step = stepTo(fit_ ? std::optional(fit_->place()) : std::nullopt);
    if (step.edits.empty() || !take(step)) return;
    touched_ = touch.has_value();
    settle();
    readOut(step.amount, sides);
    if (touching_ == Touch::None && shown && manipulation_->canTouch())
        if (const QString offer = touchOffer(*shown); !offer.isEmpty()) readout_.push_back(offer);
    emit overlayChanged();
}

void Interaction::readOut(const QString& amount, const Sides& sides)
{
    readout_ = {amount};
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    const Document& doc = session_.document();
    if (touching_ != Touch::None) readout_ += touchLines(sides);
    if (shown && gripOf(doc, *shown, lead_) == Grip::Prop)
        readout_.push_back(propWords(doc, lead_, session_.playhead().frame()));
    if (const Constraint* constraint = constraintOfTarget(*doc.rig, lead_); shown && constraint) {
        for (const TargetStatus& status : shown->targets) {
            if (status.constraint != constraint->id) continue;
            const bool exact = status.positionError < 1e-5 * view_.stage().figure;
            readout_.push_back(
                exact ? statusWord(status.status)
                      : tr("%1, off by %2")
                            .arg(statusWord(status.status),
                                 lengthText(status.positionError, view_.stage().unit)));
            if (!status.reason.empty()) readout_.push_back(toQt(status.reason));
        }
        const double frame = session_.playhead().frame();
        const Span* span = spanAt(doc.clip().spanRow(constraint->id), frame);
        const QString held = span && span->kind == SpanKind::Contact
                                 ? tr("the contact from %1 to %2 moves")
                                       .arg(frameText(span->start), frameText(span->end))
                                 : heldWords(doc, lead_, frame);
        if (!held.isEmpty()) readout_.push_back(held);
        if (manipulation_->kind() == Manipulation::Kind::Turn && !constraint->orientation)
            readout_.push_back(tr("the limb matches its place only, not its turn"));
    }
}

}  // namespace posewright::ui
