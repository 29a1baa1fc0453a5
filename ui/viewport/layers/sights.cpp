#include "ui/viewport/layers/layer.h"
#include "ui/viewport/layers/places.h"

#include <array>
#include <cmath>
#include <numbers>
#include <variant>

namespace posewright::ui {

namespace {

constexpr double kWidth = 1.4;  ///< [px] of lines

QColor colorOf(const OverlayScene& scene, NodeId node)
{
    if (scene.emphasis.isSelected(node)) return {0xff, 0xff, 0xff};
    return scene.emphasis.hovered == node ? QColor(0xe8, 0xe4, 0xd8) : QColor(0xa8, 0xa4, 0x98);
}

void stroke(Canvas& canvas, const OverlayScene& scene, const Vec3& from, const Vec3& to,
            const QColor& color)
{
    const auto a = places::seen(scene, from), b = places::seen(scene, to);
    if (a && b) canvas.line(*a, *b, kWidth, color);
}

/// A frame in front of the eye, as wide as its field of view, with a mark on the upper side.
void paintCamera(Canvas& canvas, const OverlayScene& scene, const WorldTransform& world,
                 const CameraPart& camera, const QColor& color)
{
    const double depth = 5 * scene.stage.targetRadius();
    const bool level = !(camera.verticalFov > 0);
    const double half =
        level ? depth / 2 : std::min(depth * std::tan(camera.verticalFov / 2), 2 * depth);
    constexpr double kAspect = 4.0 / 3;
    const auto place = [&](double x, double y, double z) -> Vec3 {
        return world.position + world.rotation * Vec3(x * kAspect * half, y * half, -z * depth);
    };
    const std::array<std::array<double, 2>, 4> corners{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
    for (std::size_t i = 0; i < 4; ++i) {
        const auto& [x, y] = corners[i];
        const auto& [u, v] = corners[(i + 1) % 4];
        stroke(canvas, scene, place(x, y, 1), place(u, v, 1), color);
        stroke(canvas, scene, level ? place(x, y, 0) : world.position, place(x, y, 1), color);
        if (level) stroke(canvas, scene, place(x, y, 0), place(u, v, 0), color);
    }
    const Vec3 mark = place(0, 1.45, 1);
    stroke(canvas, scene, place(-0.35, 1.1, 1), mark, color);
    stroke(canvas, scene, place(0.35, 1.1, 1), mark, color);
}

/// Rays in the light's colour: in all directions, parallel, or in a cone.
void paintLight(Canvas& canvas, const OverlayScene& scene, const WorldTransform& world,
                const LightPart& light, const QColor& color)
{
    const auto at = places::seen(scene, world.position);
    if (!at) return;
    const double size = 5 * scene.stage.targetRadius();
    const double radius = places::pixels(scene, world.position, scene.stage.targetRadius(), 4, 40);
    float most = 1e-6F;
    for (const float part : light.color) most = std::max(most, part);
    canvas.disc(
        *at, radius,
        QColor::fromRgbF(light.color[0] / most, light.color[1] / most, light.color[2] / most));
    const auto along = [&](const Vec3& way) -> Vec3 {
        return world.position + world.rotation * way;
    };
    if (light.kind == LightKind::Directional) {
        for (const double x : {-0.2, 0.0, 0.2})
            stroke(canvas, scene, along({x * size, 0, 0}), along({x * size, 0, -size}), color);
        return;
    }
    constexpr int kRays = 8;
    Vec3 before = Vec3::Zero();
    const double cone = std::min(double(light.outerCone), 1.4);
    for (int i = 0; i <= kRays; ++i) {
        const double angle = 2 * std::numbers::pi * i / kRays;
        if (light.kind == LightKind::Point) {
            const Pixel out(std::cos(angle), std::sin(angle));
            canvas.line(*at + 1.6 * radius * out, *at + 2.6 * radius * out, kWidth, color);
            continue;
        }
        const Vec3 rim = along(size * Vec3(std::sin(cone) * std::cos(angle),
                                           std::sin(cone) * std::sin(angle), -std::cos(cone)));
        if (i % 2 == 0) stroke(canvas, scene, world.position, rim, color);
        if (i > 0) stroke(canvas, scene, before, rim, color);
        before = rim;
    }
}

void paintSights(Canvas& canvas, const OverlayScene& scene)
{
    if (!scene.hasPose()) return;
    for (NodeIndex row = 0; row < scene.doc.scene->size(); ++row) {
        const Node& node = (*scene.doc.scene)[row];
        const WorldTransform& world = scene.shown->world[row];
        if (const auto* camera = std::get_if<CameraPart>(&node.part))
            paintCamera(canvas, scene, world, *camera, colorOf(scene, node.id));
        else if (const auto* light = std::get_if<LightPart>(&node.part))
            paintLight(canvas, scene, world, *light, colorOf(scene, node.id));
    }
}

}  // namespace

/// Cameras and lights of the scene as lines that show position and direction.
Layer makeSights(Scene3d&)
{
    Layer layer;
    layer.paint = paintSights;
    return layer;
}

}  // namespace posewright::ui
