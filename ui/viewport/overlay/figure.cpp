#include "ui/models/status_text.h"
#include "ui/session/text.h"
#include "ui/viewport/overlay/overlay.h"

#include <algorithm>

namespace posewright::ui {

namespace {

const QColor kSelected(0xff, 0xa6, 0x3d);
const QColor kHovered(0xff, 0xff, 0xff);
const QColor kChain(0xa6, 0xcd, 0xf0);
const QColor kPlain(0xc3, 0xc8, 0xd0);
const QColor kPole(0xb0, 0x8c, 0xe0);

bool contains(const std::vector<NodeId>& nodes, NodeId node)
{
    return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

std::optional<Pixel> seenAt(const OverlayScene& scene, const Vec3& point)
{
    const std::optional<Seen> seen = project(scene.camera, scene.size, point);
    if (!seen) return std::nullopt;
    return seen->pixel;
}

/// @pre the point is seen
double seenDepth(const OverlayScene& scene, const Vec3& point)
{
    return project(scene.camera, scene.size, point)->depth;
}

Vec3 placeOf(const OverlayScene& scene, NodeIndex row)
{
    return scene.shown->world[row].position;
}

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
        const bool selected = contains(scene.selected, nodes[row].id);
        const QColor color = selected                         ? kSelected
                             : nodes[row].id == scene.hovered ? kHovered
                             : inChain[row]                   ? kChain
                                                              : kPlain;
        const auto head = seenAt(scene, placeOf(scene, row));
        const auto tip = seenAt(scene, scene.shown->world[row] * bone->tip);
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
        const Vec3 a = placeOf(scene, target), b = placeOf(scene, effector);
        if ((a - b).norm() <= scene.stage.threadFrom()) continue;
        const auto from = seenAt(scene, a), to = seenAt(scene, b);
        const QColor color = i < scene.shown->targets.size()
                                 ? colorOf(moodOf(scene.shown->targets[i].status))
                                 : kPlain;
        if (from && to) canvas.dashes(*from, *to, 2, 5, color);
    }
}

/// The plane that a limb bends in, and what it bends towards: shown of what is selected.
void paintBendPlane(Canvas& canvas, const OverlayScene& scene)
{
    const Scene& nodes = *scene.doc.scene;
    for (const Constraint& c : scene.doc.rig->constraints) {
        const NodeIndex pole = nodes.find(c.pole);
        if (pole == kNoNode) continue;
        if (!contains(scene.selected, c.pole) && !contains(scene.selected, c.target)) continue;
        const std::vector<NodeIndex> chain = nodes.path(nodes.find(c.root), nodes.find(c.effector));
        if (chain.size() < 3) continue;
        const auto root = seenAt(scene, placeOf(scene, chain.front()));
        const auto middle = seenAt(scene, placeOf(scene, chain[chain.size() / 2]));
        const auto end = seenAt(scene, placeOf(scene, chain.back()));
        const auto at = seenAt(scene, placeOf(scene, pole));
        if (!root || !middle || !end || !at) continue;
        QColor veil = kPole;
        veil.setAlphaF(0.16F);
        const Pixel corners[] = {*root, *at, *end};
        canvas.polygon(corners, veil);
        canvas.dashes(*middle, *at, 1.5, 4, kPole);
    }
}

/// Joints' names; where two would lie over each other, the first in line is written.
void paintNames(Canvas& canvas, const OverlayScene& scene)
{
    const Scene& nodes = *scene.doc.scene;
    std::vector<NodeIndex> rows;
    const auto add = [&](NodeId node) {
        const NodeIndex row = nodes.find(node);
        if (row != kNoNode && std::find(rows.begin(), rows.end(), row) == rows.end())
            rows.push_back(row);
    };
    add(scene.hovered);
    for (auto node = scene.selected.rbegin(); node != scene.selected.rend(); ++node) add(*node);
    const std::size_t always = rows.size();
    if (scene.view.names) {
        for (const Constraint& c : scene.doc.rig->constraints) {
            add(c.target);
            add(c.pole);
        }
        for (int row = 0; row < nodes.size(); ++row)
            if (nodes[row].bone()) add(nodes[row].id);
    }
    std::vector<QRectF> taken;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Node& node = nodes[rows[i]];
        // Half way down a bone, its name is not mistaken for that of the next.
        const Vec3 middle = node.bone() ? scene.shown->world[rows[i]] * Vec3(node.bone()->tip * 0.5)
                                        : placeOf(scene, rows[i]);
        const auto at = seenAt(scene, middle);
        if (!at) continue;
        const QString text = toQt(node.name);
        // Targets have a size of their own; bones are thin where they are named.
        const double aside =
            node.bone() ? 0
                        : 2 * scene.stage.targetRadius() /
                              unitsPerPixel(scene.camera, scene.size, seenDepth(scene, middle));
        const QRectF place(at->x() + std::max(14.0, aside + 6), at->y() - canvas.textHeight() / 2,
                           canvas.textWidth(text), canvas.textHeight());
        if (i >= always && std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) {
                return other.intersects(place);
            }))
            continue;
        taken.push_back(place);
        const QColor color = contains(scene.selected, node.id) ? QColor(0xff, 0xd2, 0x8a)
                             : node.id == scene.hovered        ? kHovered
                                                               : QColor(0xd5, 0xd9, 0xdf);
        canvas.text({place.left(), place.top()}, text, color);
    }
}

}  // namespace

void paintFigure(Canvas& canvas, const OverlayScene& scene)
{
    if (!scene.shown || std::ssize(scene.shown->world) != scene.doc.scene->size()) return;
    if (scene.view.bones != BoneStyle::Solid) paintBones(canvas, scene);
    paintThreads(canvas, scene);
    paintBendPlane(canvas, scene);
    paintNames(canvas, scene);
}

}  // namespace posewright::ui
