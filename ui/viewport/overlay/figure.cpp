#include "ui/models/status_text.h"
#include "ui/viewport/overlay/places.h"

namespace posewright::ui {

namespace {

const QColor kSelected(0x4d, 0xa6, 0xff);
const QColor kHovered(0xff, 0xff, 0xff);
const QColor kChain(0xa6, 0xcd, 0xf0);
const QColor kPlain(0xc3, 0xc8, 0xd0);
const QColor kPole(0xb0, 0x8c, 0xe0);
const QColor kSight(0xf2, 0xd0, 0x6b);

void paintBones(Canvas& canvas, const OverlayScene& scene)
{
    const Scene& nodes = *scene.doc.scene;
    std::vector<bool> inChain(nodes.size(), false);
    for (const Constraint& c : scene.doc.rig->constraints)
        for (const NodeIndex i : nodes.path(nodes.find(c.root), nodes.find(c.effector)))
            inChain[i] = true;
    const bool lines = scene.view.bones == BoneStyle::Line;
    for (int row = 0; row < nodes.size(); ++row) {
        const BonePart* bone = nodes[row].bone();
        if (!bone) continue;
        const bool selected = places::isSelected(scene, nodes[row].id);
        const QColor color = selected                         ? kSelected
                             : nodes[row].id == scene.hovered ? kHovered
                             : inChain[row]                   ? kChain
                                                              : kPlain;
        const auto head = places::seen(scene, places::ofRow(scene, row));
        const auto tip = places::seen(scene, scene.shown->world[row] * bone->tip);
        if (head && tip) canvas.line(*head, *tip, selected ? 4 : lines ? 2.5 : 1.5, color);
        if (head) canvas.disc(*head, selected ? 4.5 : lines ? 3.5 : 2.5, color);
    }
}

/// From the target to what should be there.
void paintThreads(Canvas& canvas, const OverlayScene& scene)
{
    const Scene& nodes = *scene.doc.scene;
    for (std::size_t i = 0; i < scene.doc.rig->constraints.size(); ++i) {
        const Constraint& c = scene.doc.rig->constraints[i];
        const NodeIndex target = nodes.find(c.target), effector = nodes.find(c.effector);
        if (target == kNoNode || effector == kNoNode) continue;
        const Vec3 a = places::ofRow(scene, target), b = places::ofRow(scene, effector);
        if ((a - b).norm() <= scene.stage.threadFrom()) continue;
        const auto from = places::seen(scene, a), to = places::seen(scene, b);
        const QColor color = i < scene.shown->targets.size()
                                 ? colorOf(moodOf(scene.shown->targets[i].status))
                                 : kPlain;
        if (from && to) canvas.dashes(*from, *to, 2, 5, color);
    }
}

/// Where an aim looks: from the bone along the side that looks, with an arrow. Where it is aimed,
/// the arrow ends at its star. Shown of what is selected.
void paintSight(Canvas& canvas, const OverlayScene& scene)
{
    constexpr double kHead = 11;  // of the arrow [px]
    const Scene& nodes = *scene.doc.scene;
    for (const Constraint& c : scene.doc.rig->constraints) {
        const NodeIndex target = nodes.find(c.target), effector = nodes.find(c.effector);
        if (!c.aim || target == kNoNode || effector == kNoNode) continue;
        if (!places::isSelected(scene, c.target) && !places::isSelected(scene, c.effector))
            continue;
        const WorldTransform& eye = scene.shown->world[effector];
        const Vec3 away = places::ofRow(scene, target) - eye.position;
        const auto from = places::seen(scene, eye.position);
        const auto to = places::seen(scene, eye.position + away.norm() * (eye.rotation * c.axis));
        if (!from || !to) continue;
        canvas.line(*from, *to, 2, kSight);
        const Pixel along = *to - *from;
        if (along.norm() < 2 * kHead) continue;
        const Pixel back = along.normalized() * kHead, side(-back.y() * 0.45, back.x() * 0.45);
        const Pixel head[] = {*to, *to - back + side, *to - back - side};
        canvas.polygon(head, kSight);
    }
}

/// The plane that a limb bends in, and what it bends towards: shown of what is selected.
void paintBendPlane(Canvas& canvas, const OverlayScene& scene)
{
    const Scene& nodes = *scene.doc.scene;
    for (const Constraint& c : scene.doc.rig->constraints) {
        const NodeIndex pole = nodes.find(c.pole);
        if (pole == kNoNode) continue;
        if (!places::isSelected(scene, c.pole) && !places::isSelected(scene, c.target)) continue;
        const std::vector<NodeIndex> chain = nodes.path(nodes.find(c.root), nodes.find(c.effector));
        if (chain.size() < 3) continue;
        const auto root = places::seen(scene, places::ofRow(scene, chain.front()));
        const auto middle = places::seen(scene, places::ofRow(scene, chain[chain.size() / 2]));
        const auto end = places::seen(scene, places::ofRow(scene, chain.back()));
        const auto at = places::seen(scene, places::ofRow(scene, pole));
        if (!root || !middle || !end || !at) continue;
        QColor veil = kPole;
        veil.setAlphaF(0.16F);
        const Pixel corners[] = {*root, *at, *end};
        canvas.polygon(corners, veil);
        canvas.dashes(*middle, *at, 1.5, 4, kPole);
    }
}

}  // namespace

void paintFigure(Canvas& canvas, const OverlayScene& scene)
{
    if (!scene.shown || std::ssize(scene.shown->world) != scene.doc.scene->size()) return;
    if (scene.view.bones != BoneStyle::Solid) paintBones(canvas, scene);
    paintThreads(canvas, scene);
    paintSight(canvas, scene);
    paintBendPlane(canvas, scene);
    paintSelection(canvas, scene);
}

}  // namespace posewright::ui
