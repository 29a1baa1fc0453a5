#include "core/skinning/surface.h"
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

constexpr double kReach = 12;    ///< picking radius [px]
constexpr double kOnLine = 4;    ///< [px] from a bone's line, if the bone is over a mesh
constexpr int kBoneRank = 3;     ///< rank: bones with a length, see pickables
constexpr int kSkin = 4;         ///< rank: surfaces
constexpr double kSameSpot = 4;  ///< [px] clicks closer than this are at the same place

}  // namespace

std::vector<Hit> Interaction::hitsAt(const QPointF& at) const
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (!shown) return {};
    return fingers_.sorted(everythingAt(*shown, {at.x(), at.y()}), session_.document(), *shown,
                           session_.selection().active(), view_.camera(), view_.viewSize());
}

std::vector<Hit> Interaction::everythingAt(const Evaluation& shown, const Pixel& pixel) const
{
    const ViewState& state = view_.settings().now();
    const Document& doc = session_.document();
    const std::vector<Pickable> things = pickables(doc, view_.stage(), shown, state.helpers);
    std::vector<Hit> hits = pick(view_.camera(), view_.viewSize(), pixel, kReach, things);
    if (state.meshes == MeshStyle::Hidden) return hits;
    const Ray ray = rayThrough(view_.camera(), view_.viewSize(), pixel);
    const auto surface =
        skinning::surfaceUnder(*doc.scene, shown.world, shown.morphs, ray, state.hidden);
    if (!surface) return hits;
    // Clicking a surface means the bone that moves it most.
    const double along = -ray.direction.dot(axes(view_.camera()).col(2));
    const Hit skin{surface->node, kSkin, along * surface->distance, 0};
    const std::vector<NodeId> lines = linesAt(pixel, things);
    const auto seen = [&](const Hit& hit) {
        if (hit.rank != kBoneRank) return true;
        switch (drawnStyle(state, true)) {
        case BoneStyle::Line: return std::ranges::count(lines, hit.node) > 0;
        case BoneStyle::XRay: return true;
        case BoneStyle::None: return false;
        case BoneStyle::Solid: break;
        }
        return hit.depth < skin.depth;
    };
    const auto behind = std::stable_partition(hits.begin(), hits.end(), seen);
    const bool told =
        std::any_of(hits.begin(), behind, [&](const Hit& hit) { return hit.node == skin.node; });
    const auto next = told ? behind : hits.insert(behind, skin) + 1;
    hits.erase(
        std::remove_if(next, hits.end(), [&](const Hit& hit) { return hit.node == skin.node; }),
        hits.end());
    return hits;
}

std::vector<NodeId> Interaction::linesAt(const Pixel& pixel, std::vector<Pickable> things) const
{
    const Scene& scene = *session_.document().scene;
    // Lines of topmost bones and helpers pass parts of the body that they do not move.
    std::erase_if(things, [&](const Pickable& thing) {
        const NodeIndex row = scene.find(thing.node), parent = scene[row].parent;
        return thing.rank != kBoneRank || isHelper(view_.stage(), row) || parent == kNoNode ||
               !scene[parent].bone();
    });
    for (Pickable& thing : things) thing.radius = 0;
    std::vector<NodeId> nodes;
    for (const Hit& hit : pick(view_.camera(), view_.viewSize(), pixel, kOnLine, things))
        nodes.push_back(hit.node);
    return nodes;
}

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
