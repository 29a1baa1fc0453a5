#include "ui/models/prop_words.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/interaction.h"
#include "ui/viewport/viewport.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr double kSameSpot = 4;  ///< [px] clicks closer than this are at the same place

}  // namespace

void Interaction::click()
{
    Selection& selection = session_.selection();
    const bool adds = modifiers_ & (Qt::ShiftModifier | Qt::ControlModifier);
    NodeId node = front_;
    const bool again =
        std::hypot(pressed_.x() - lastClick_.x(), pressed_.y() - lastClick_.y()) < kSameSpot;
    if (node != NodeId::None && !adds && again) {
        const std::vector<Hit> hits = hitsAt(pressed_);
        for (std::size_t i = 0; i < hits.size(); ++i)
            if (hits[i].node == selection.active()) node = hits[(i + 1) % hits.size()].node;
    }
    lastClick_ = pressed_;
    if (adds) {
        if (node != NodeId::None) selection.toggleNode(node);
    } else if (limitRow_ < 0 && (node != NodeId::None || part_ == GizmoPart::None)) {
        // A click on a handle that just misses everything else does not clear the selection.
        selection.pick({node});
    }
}

void Interaction::selectBox()
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (!shown) return;
    const std::vector<NodeId> inside = insideRectangle(
        view_.camera(), view_.viewSize(), {pressed_.x(), pressed_.y()}, {last_.x(), last_.y()},
        pickables(session_.document(), view_.stage(), *shown, view_.settings().now().helpers));
    Selection& selection = session_.selection();
    std::vector<NodeId> nodes;
    if (modifiers_ & (Qt::ShiftModifier | Qt::ControlModifier)) nodes = selection.nodes();
    const bool toggles = modifiers_ & Qt::ControlModifier;
    for (const NodeId node : inside) {
        const bool had = std::erase(nodes, node) > 0;
        if (!had || !toggles) nodes.push_back(node);
    }
    selection.pick(std::move(nodes));
}

void Interaction::hover(const QPointF& at)
{
    const GizmoPart part = partAt(at);
    if (part != part_) {
        part_ = part;
        emit overlayChanged();
    }
    const int limit = part == GizmoPart::None ? limitAt(at) : -1;
    if (limit != limitRow_) {
        limitRow_ = limit;
        emit overlayChanged();
    }
    NodeId node = NodeId::None;
    if (part == GizmoPart::None && limit < 0)
        if (const std::vector<Hit> hits = hitsAt(at); !hits.empty()) node = hits.front().node;
    if (node == session_.selection().hovered()) return;
    session_.selection().setHovered(node);
    explain(node);
}

void Interaction::explain(NodeId node)
{
    const Document& doc = session_.document();
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    const NodeIndex row = doc.scene->find(node);
    if (row == kNoNode || !shown) {
        emit hint({});
        return;
    }
    const QString name = toQt((*doc.scene)[row].name);
    switch (gripOf(doc, *shown, node)) {
    case Grip::Target:
        emit hint(statusLine(doc, *shown, constraintOfTarget(*doc.rig, node)->id));
        break;
    case Grip::Pole: emit hint(tr("%1: drag to choose where the limb bends").arg(name)); break;
    case Grip::Root: emit hint(tr("%1: drag to move the figure, E turns it").arg(name)); break;
    case Grip::Joint: emit hint(tr("%1: drag to pose it, T puts a target here").arg(name)); break;
    case Grip::Bend:
        emit hint(tr("%1: drag to choose where the limb bends at this frame").arg(name));
        break;
    case Grip::Held: {
        const Constraint* owner = ownerOf(doc, *shown, row);
        const QString target = toQt((*doc.scene)[doc.scene->find(owner->target)].name);
        emit hint(tr("%1: follows \u201c%2\u201d").arg(name, target));
        break;
    }
    case Grip::Prop:
        emit hint(tr("%1: drag to move it, E turns it: %2")
                      .arg(name, propWords(doc, node, shown->frame)));
        break;
    case Grip::None: emit hint(name); break;
    }
}

void Interaction::explainTool()
{
    const Tool tool = view_.settings().now().tool;
    const NodeId node = session_.selection().active();
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (tool == Tool::Draw) return showDrawing();
    if (tool == Tool::Select || node == NodeId::None || !shown || gizmo()) return;
    const Grip grip = gripOf(session_.document(), *shown, node);
    if (grip == Grip::Bend && tool == Tool::Move)
        emit hint(tr("Drag this bone to choose where the limb bends; its target moves it"));
    else if (grip == Grip::Held || grip == Grip::Bend)
        emit hint(tr("This bone follows its target: select that to move or turn it"));
    else if (const NodeIndex row = session_.document().scene->find(node);
             row != kNoNode && !(*session_.document().scene)[row].bone())
        emit hint(tr("Its bones move this: drag or turn those"));
    else if (tool == Tool::Move)
        emit hint(tr("T puts a target on this bone, to move it by; E turns it"));
    else
        emit hint(tr("This has no direction to turn"));
}

}  // namespace posewright::ui
