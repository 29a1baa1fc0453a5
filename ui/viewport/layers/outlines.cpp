#include "ui/viewport/layers/outlines.h"

#include "ui/viewport/layers/places.h"

#include <array>
#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

/// An outline of two strokes: the dark one keeps it visible on bright bones.
void outline(Canvas& canvas, std::span<const Pixel> points)
{
    canvas.polyline(points, 4.6, QColor(0x14, 0x16, 0x19, 190), true);
    canvas.polyline(points, 2.2, selectionColor(), true);
}

void ring(Canvas& canvas, const Pixel& at, double radius)
{
    std::array<Pixel, 40> points;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / points.size();
        points[i] = at + radius * Pixel(std::cos(angle), std::sin(angle));
    }
    outline(canvas, points);
}

/// The convex hull, in order (monotone chain).
std::vector<Pixel> hull(std::vector<Pixel> points)
{
    std::sort(points.begin(), points.end(), [](const Pixel& a, const Pixel& b) {
        return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
    });
    const auto side = [](const Pixel& o, const Pixel& a, const Pixel& b) {
        return (a.x() - o.x()) * (b.y() - o.y()) - (a.y() - o.y()) * (b.x() - o.x());
    };
    std::vector<Pixel> around;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t start = around.size();
        for (const Pixel& p : points) {
            while (around.size() >= start + 2 &&
                   side(around[around.size() - 2], around.back(), p) <= 0)
                around.pop_back();
            around.push_back(p);
        }
        around.pop_back();  // the next pass begins with it
        std::reverse(points.begin(), points.end());
    }
    return around;
}

void aroundBone(Canvas& canvas, const OverlayScene& scene, NodeIndex row, const BonePart& bone)
{
    const WorldTransform& world = scene.shown->world[row];
    const double length = worldLength(world, bone.tip);
    if (!(length > scene.stage.noLength())) {
        if (const auto at = places::seen(scene, world.position))
            ring(canvas, *at,
                 places::pixels(scene, world.position, scene.stage.jointRadius(), 4, 60) + 3);
        return;
    }
    // The corners of a bone's shape.
    constexpr double kWaist = 0.12;
    const Affine placed = bonePlacement(world, bone.tip, boneRadius(scene.stage, length));
    std::vector<Pixel> corners;
    for (const Vec3& corner : {Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(1, kWaist, 0),
                               Vec3(-1, kWaist, 0), Vec3(0, kWaist, 1), Vec3(0, kWaist, -1)}) {
        const auto at = places::seen(scene, placed * corner);
        if (!at) return;
        corners.push_back(*at);
    }
    const std::vector<Pixel> around = hull(corners);
    if (around.size() > 2) outline(canvas, around);
}

void paintOutlines(Canvas& canvas, const OverlayScene& scene)
{
    if (!scene.hasPose()) return;
    const Scene& nodes = *scene.doc.scene;
    for (const NodeId node : scene.emphasis.selected) {
        const NodeIndex row = nodes.find(node);
        if (row == kNoNode) continue;
        if (const BonePart* bone = nodes[row].bone()) {
            const BoneStyle style = scene.emphasis.view.bones;
            if (style == BoneStyle::Solid || style == BoneStyle::XRay)
                aroundBone(canvas, scene, row, *bone);
            continue;
        }
        const Vec3 place = places::ofRow(scene, row);
        if (const auto at = places::seen(scene, place))
            ring(canvas, *at, selectionRing(scene, place));
    }
}

}  // namespace

QColor selectionColor()
{
    return {0xff, 0xff, 0xff};
}

double selectionRing(const OverlayScene& scene, const Vec3& at)
{
    constexpr double kRods = 1.9;  // size of a target's symbol, in radii
    return places::pixels(scene, at, kRods * scene.stage.targetRadius(), 9, kRods * kMostOfTarget) +
           4;
}

Layer makeOutlines(Scene3d&)
{
    Layer layer;
    layer.paint = paintOutlines;
    return layer;
}

}  // namespace posewright::ui
