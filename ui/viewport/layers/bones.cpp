#include "core/skinning/surface.h"
#include "ui/viewport/draw/scene3d.h"
#include "ui/viewport/draw/shapes.h"
#include "ui/viewport/layers/layer.h"
#include "ui/viewport/layers/places.h"

#include <Qt3DCore/QEntity>

#include <algorithm>
#include <cassert>
#include <memory>

namespace posewright::ui {

namespace {

const QColor kBone(0xc3, 0xc8, 0xd0);
const QColor kBoneInChain(0xa6, 0xcd, 0xf0);
const QColor kBoneHovered(0xff, 0xff, 0xff);
const QColor kBoneSelected(0x4d, 0xa6, 0xff);
const QColor kRootEnd(0xe8, 0xd3, 0x9a);
const QColor kLeafEnd(0x93, 0x9a, 0xa5);
constexpr double kXRay = 0.45;  ///< opacity

/// Which nodes are in a target's chain.
std::vector<bool> nodesInChains(const Document& doc)
{
    const Scene& scene = *doc.scene;
    std::vector<bool> inChain(scene.size(), false);
    for (const Constraint& c : doc.rig->constraints)
        for (const NodeIndex i : scene.path(scene.find(c.root), scene.find(c.effector)))
            inChain[i] = true;
    return inChain;
}

class Bones {
public:
    explicit Bones(Scene3d& scene) : scene_(scene), things_(scene) {}

    void build(const Document& doc, const Stage& stage);
    void place(const Evaluation& evaluation);
    void paint(const Emphasis& emphasis);

private:
    enum Part { Stick, Joint, Root, Leaf };
    struct Row {
        Part part = Stick;
        NodeId node = NodeId::None;
        NodeIndex from = kNoNode;  ///< row of the node
        bool inChain = false;
        bool helper = false;
        Vec3 tip = Vec3::Zero();  ///< of the bone, in the node's space
        Thing* thing = nullptr;   ///< in things_
    };

    static QColor colorOf(const Row& row, const Emphasis& emphasis);
    static bool isShown(const Row& row, const Emphasis& emphasis);

    Scene3d& scene_;
    Things things_;
    std::vector<Row> rows_;
    Stage stage_;
    Shared<Scene> nodes_;
};

void Bones::build(const Document& doc, const Stage& stage)
{
    stage_ = stage;
    nodes_ = doc.scene;
    const Scene& scene = *doc.scene;
    const std::vector<WorldTransform> rest = worldTransforms(scene, restPose(scene));
    const std::vector<bool> inChain = nodesInChains(doc);
    std::vector<bool> hasBoneBelow(scene.size(), false);
    for (int i = 0; i < scene.size(); ++i)
        if (scene[i].bone() && scene[i].parent != kNoNode) hasBoneBelow[scene[i].parent] = true;

    rows_.clear();
    things_.begin();
    for (int i = 0; i < scene.size(); ++i) {
        const BonePart* bone = scene[i].bone();
        if (!bone) continue;
        const auto add = [&](Part part) {
            Thing* thing =
                things_.get(scene[i].id, part, part == Stick ? makeBoneShape : makeBallShape);
            rows_.push_back(
                {part, scene[i].id, i, inChain[i], isHelper(stage, i), bone->tip, thing});
            return thing->entity;
        };
        // World lengths, since parents may be scaled.
        const bool point = !(worldLength(rest[i], bone->tip) * stage.scale > stage.noLength());
        add(point ? Joint : Stick)->setObjectName(QString::fromStdString(scene[i].name));
        const NodeIndex parent = scene[i].parent;
        if (parent == kNoNode || !scene[parent].bone()) add(Root);
        if (!point && !hasBoneBelow[i]) add(Leaf);
    }
    things_.end();
}

void Bones::place(const Evaluation& evaluation)
{
    for (const Row& row : rows_) {
        assert(row.from < std::ssize(evaluation.world));
        const WorldTransform& from = evaluation.world[row.from];
        const double length = worldLength(from, row.tip);
        const bool point = !(length > stage_.noLength());
        const double thick = point ? stage_.jointRadius() : boneRadius(stage_, length);
        switch (row.part) {
        case Stick:
            if (point)
                placeBall(*row.thing, from.position, stage_.noLength());
            else
                ui::place(*row.thing, bonePlacement(from, row.tip, thick));
            break;
        case Joint: placeBall(*row.thing, from.position, stage_.jointRadius()); break;
        case Root:
            placeBall(*row.thing, from.position, std::max(stage_.jointRadius() * 1.5, thick * 0.9));
            break;
        case Leaf: placeBall(*row.thing, from * row.tip, thick * 0.45); break;
        }
    }
}

void Bones::paint(const Emphasis& emphasis)
{
    const bool surface = skinning::hasFlesh(*nodes_, emphasis.view.hidden);
    const BoneStyle style = drawnStyle(emphasis.view, surface);
    const double opacity = style == BoneStyle::XRay ? kXRay : 1;
    const bool over = style == BoneStyle::XRay && seenInside(emphasis.view, surface);
    for (const Row& row : rows_) {
        const bool bodies = style == BoneStyle::Solid || style == BoneStyle::XRay;
        row.thing->entity->setEnabled(bodies && isShown(row, emphasis));
        scene_.setDepth(*row.thing, over ? Depth::Over : Depth::Among);
        scene_.paint(*row.thing, {colorOf(row, emphasis), true, opacity});
    }
}

bool Bones::isShown(const Row& row, const Emphasis& emphasis)
{
    return !row.helper || emphasis.view.helpers || emphasis.isSelected(row.node);
}

QColor Bones::colorOf(const Row& row, const Emphasis& emphasis)
{
    if (emphasis.isSelected(row.node)) return kBoneSelected;
    if (row.node == emphasis.hovered) return kBoneHovered;
    if (row.part == Root) return kRootEnd;
    if (row.part == Leaf) return kLeafEnd;
    return row.inChain ? kBoneInChain : kBone;
}

void paintLines(Canvas& canvas, const OverlayScene& scene)
{
    const Scene& nodes = *scene.doc.scene;
    const ViewState& view = scene.emphasis.view;
    const bool surface = skinning::hasFlesh(nodes, view.hidden);
    const BoneStyle style = drawnStyle(view, surface);
    if (!scene.hasPose() || style == BoneStyle::Solid) return;
    const std::vector<bool> inChain = nodesInChains(scene.doc);
    const bool lines = style != BoneStyle::XRay && !surface;
    for (int row = 0; row < nodes.size(); ++row) {
        const BonePart* bone = nodes[row].bone();
        const bool selected = scene.emphasis.isSelected(nodes[row].id);
        const bool hidden = isHelper(scene.stage, row) && !view.helpers;
        const bool meant = selected || nodes[row].id == scene.emphasis.hovered;
        if (!bone || (hidden && !selected) || (style == BoneStyle::None && !meant)) continue;
        const QColor color = selected                                  ? kBoneSelected
                             : nodes[row].id == scene.emphasis.hovered ? kBoneHovered
                             : inChain[row]                            ? kBoneInChain
                                                                       : kBone;
        const auto head = places::seen(scene, places::ofRow(scene, row));
        const auto tip = places::seen(scene, scene.shown->world[row] * bone->tip);
        if (head && tip) canvas.line(*head, *tip, selected ? 4 : lines ? 2.5 : 1.5, color);
        if (head) canvas.disc(*head, selected ? 4.5 : lines ? 3.5 : 2.5, color);
    }
}

}  // namespace

/// Bones as sticks, joints without a length as small balls, and balls at roots and ends of figures;
/// or lines instead, or over them if they are translucent.
Layer makeBones(Scene3d& scene)
{
    const auto bones = std::make_shared<Bones>(scene);
    Layer layer = layerOf(bones);
    layer.emphasisChanged = [bones](const Emphasis& emphasis) { bones->paint(emphasis); };
    layer.paint = paintLines;
    return layer;
}

}  // namespace posewright::ui
