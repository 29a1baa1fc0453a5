#include "ui/viewport/layers/handles.h"

#include "ui/viewport/layers/hud.h"

#include <QLineF>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace posewright::ui {

namespace {

const QColor kHot(0xff, 0xd2, 0x3d);
const QColor kView(0xe2, 0xe5, 0xea);
constexpr double kReadoutAside = 7;  ///< [px] between the text at the pointer and its box
constexpr double kReadoutAbove = 4;

QColor colorOfPart(GizmoPart part)
{
    switch (part) {
    case GizmoPart::X:
    case GizmoPart::YZ: return axisColor(0);
    case GizmoPart::Y:
    case GizmoPart::ZX: return axisColor(1);
    case GizmoPart::Z:
    case GizmoPart::XY: return axisColor(2);
    default: return kView;
    }
}

void paintGizmo(Canvas& canvas, const OverlayScene& scene, const OverlayTool& tool)
{
    for (const GizmoStroke& stroke : gizmoStrokes(scene.camera, scene.size, *tool.gizmo)) {
        const bool hot = stroke.part == tool.hot;
        if (tool.held && !hot) continue;
        QColor color = hot ? kHot : colorOfPart(stroke.part);
        if (stroke.filled) {
            color.setAlphaF(hot ? 0.75F : 0.4F);
            canvas.polygon(stroke.points, color);
            color.setAlphaF(0.9F);
            canvas.polyline(stroke.points, 1.2, color, true);
            continue;
        }
        if (stroke.faint) color.setAlphaF(0.25F);
        canvas.polyline(stroke.points, hot ? 4 : 2.6, color);
        if (!stroke.arrow) continue;
        const Pixel tip = stroke.points.back(), d = tip - stroke.points.front();
        const double length = d.norm();
        if (length < 4) continue;
        const Pixel along = d / length, side(-along.y(), along.x());
        const double wide = hot ? 8 : 6.5;
        const Pixel head[] = {tip + 9 * along, tip - 7 * along + wide * side,
                              tip - 7 * along - wide * side};
        canvas.polygon(head, color);
    }
}

/// The bones that the selection turns, and those at the ends of limbs, on screen [px].
std::vector<QLineF> heldLimb(const OverlayScene& scene)
{
    std::vector<QLineF> lines;
    const Scene& nodes = *scene.doc.scene;
    if (!scene.shown || std::ssize(scene.shown->world) != nodes.size()) return lines;
    const auto add = [&](const Vec3& from, const Vec3& to) {
        const auto a = project(scene.camera, scene.size, from);
        const auto b = project(scene.camera, scene.size, to);
        if (a && b) lines.emplace_back(a->pixel.x(), a->pixel.y(), b->pixel.x(), b->pixel.y());
    };
    for (const NodeId node : scene.emphasis.selected) {
        const NodeIndex row = nodes.find(node);
        if (row == kNoNode) continue;
        const WorldTransform& world = scene.shown->world[row];
        if (const BonePart* bone = nodes[row].bone()) add(world.position, world * bone->tip);
        const Constraint* target = constraintOfTarget(*scene.doc.rig, node);
        if (!target) continue;
        NodeIndex joint = nodes.find(target->effector);
        if (const BonePart* end = joint == kNoNode ? nullptr : nodes[joint].bone())
            add(scene.shown->world[joint].position, scene.shown->world[joint] * end->tip);
        while (joint != kNoNode && nodes[joint].id != target->root &&
               nodes[joint].parent != kNoNode) {
            const NodeIndex parent = nodes[joint].parent;
            add(scene.shown->world[joint].position, scene.shown->world[parent].position);
            joint = parent;
        }
    }
    return lines;
}

/// All bones, on screen [px].
std::vector<QLineF> figureLines(const OverlayScene& scene)
{
    std::vector<QLineF> lines;
    const Scene& nodes = *scene.doc.scene;
    if (!scene.shown || std::ssize(scene.shown->world) != nodes.size()) return lines;
    for (NodeIndex row = 0; row < nodes.size(); ++row) {
        const BonePart* bone = nodes[row].bone();
        if (!bone) continue;
        const WorldTransform& world = scene.shown->world[row];
        const auto a = project(scene.camera, scene.size, world.position);
        const auto b = project(scene.camera, scene.size, world * bone->tip);
        if (a && b) lines.emplace_back(a->pixel.x(), a->pixel.y(), b->pixel.x(), b->pixel.y());
    }
    return lines;
}

/// The length of lines inside the rectangle [px].
double lengthInside(const std::vector<QLineF>& lines, const QRectF& rect)
{
    constexpr double kStep = 4;
    double length = 0;
    for (const QLineF& line : lines) {
        const int steps = 1 + static_cast<int>(std::min(line.length(), 4000.0) / kStep);
        for (int i = 0; i <= steps; ++i)
            if (rect.contains(line.pointAt(static_cast<double>(i) / steps))) length += kStep;
    }
    return length;
}

void paintBone(Canvas& canvas, const OverlayScene& scene, const Vec3& head, const Vec3& tail)
{
    const auto a = project(scene.camera, scene.size, head);
    const auto b = project(scene.camera, scene.size, tail);
    if (!a || !b) return;
    const Pixel way = b->pixel - a->pixel;
    if (way.norm() < 1) return;
    const Pixel along = way.normalized(), side(-along.y(), along.x());
    const double wide = std::min(9.0, 0.12 * way.norm());
    const Pixel middle = a->pixel + 0.18 * way;
    const Pixel outline[] = {a->pixel, middle + wide * side, b->pixel, middle - wide * side};
    QColor color = kHot;
    color.setAlphaF(0.35F);
    canvas.polygon(outline, color);
    color.setAlphaF(0.95F);
    canvas.polyline(outline, 1.6, color, true);
}

void paintHandles(Canvas& canvas, const OverlayScene& scene)
{
    if (!scene.tool) return;
    const OverlayTool& tool = *scene.tool;
    canvas.setStrength(tool.held ? kHeldStrength : 1);
    if (tool.guide) {
        const auto a = project(scene.camera, scene.size, tool.guide->first);
        const auto b = project(scene.camera, scene.size, tool.guide->second);
        QColor color = colorOfPart(tool.hot);
        color.setAlphaF(0.7F);
        if (a && b) canvas.line(a->pixel, b->pixel, 1.4, color);
    }
    if (tool.gizmo) paintGizmo(canvas, scene, tool);
    canvas.setStrength(1);
    if (tool.bone) {
        const auto& [head, tail] = *tool.bone;
        paintBone(canvas, scene, head, tail);
        if (tool.mirrored)
            paintBone(canvas, scene, {-head.x(), head.y(), head.z()},
                      {-tail.x(), tail.y(), tail.z()});
    }
    if (tool.box) {
        canvas.box(*tool.box, QColor(0x7f, 0xb8, 0xf0, 40));
        const Pixel corners[] = {{tool.box->left(), tool.box->top()},
                                 {tool.box->right(), tool.box->top()},
                                 {tool.box->right(), tool.box->bottom()},
                                 {tool.box->left(), tool.box->bottom()}};
        canvas.polyline(corners, 1.4, QColor(0x9c, 0xc8, 0xf4), true);
    }
    if (tool.readout.isEmpty()) return;
    const QRectF place = readoutPlace(canvas, scene, tool);
    canvas.box(place, QColor(0x16, 0x18, 0x1b, 210));
    for (int i = 0; i < tool.readout.size(); ++i)
        canvas.text({place.left() + kReadoutAside,
                     place.top() + kReadoutAbove + i * (canvas.textHeight() + 1)},
                    tool.readout[i], QColor(0xf2, 0xf4, 0xf6));
}

}  // namespace

QRectF readoutPlace(Canvas& canvas, const OverlayScene& scene, const OverlayTool& tool)
{
    if (tool.readout.isEmpty()) return {};
    double width = 0;
    for (const QString& line : tool.readout) width = std::max(width, canvas.textWidth(line));
    width += 2 * kReadoutAside;
    const double height =
        static_cast<double>(tool.readout.size()) * (canvas.textHeight() + 1) + 2 * kReadoutAbove;
    // Near the pointer, inside the view, not over the limb being posed, and, if there is such a
    // place, over little of the rest of the figure. Coarse, so that it does not jump about.
    constexpr double kCoarse = 40;  // [px]
    const std::vector<QLineF> limb = heldLimb(scene), figure = figureLines(scene);
    const double edge = 8, beside = 13, away = 90;
    const double x = tool.pointer.x(), y = tool.pointer.y();
    const double right = x + beside, left = x - beside - width, under = y + 14,
                 over = y - 14 - height;
    const QPointF corners[] = {{right, under},       {left, under},         {right, over},
                               {left, over},         {right + away, under}, {left - away, under},
                               {right + away, over}, {left - away, over}};
    QRectF best;
    std::pair<double, double> least(1e300, 0);
    for (const QPointF& corner : corners) {
        const QRectF place(
            std::clamp(corner.x(), edge, std::max(edge, scene.size.width - width - edge)),
            std::clamp(corner.y(), edge, std::max(edge, scene.size.height - height - edge)), width,
            height);
        const QRectF around = place.adjusted(-6, -6, 6, 6);
        const std::pair covered(lengthInside(limb, around),
                                std::floor(lengthInside(figure, around) / kCoarse));
        if (covered >= least) continue;
        least = covered;
        best = place;
    }
    return best;
}

Layer makeHandles(Scene3d&)
{
    Layer layer;
    layer.paint = paintHandles;
    return layer;
}

}  // namespace posewright::ui
