#include "core/operate/reach_shell.h"
#include "ui/models/status_text.h"
#include "ui/viewport/layers/layer.h"
#include "ui/viewport/layers/places.h"

#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

constexpr int kCorners = 72;

struct Circle {
    Vec3 centre = Vec3::Zero();
    double radius = 0;
    Vec3 axis = Vec3::UnitY();
};

/// The circle on screen; empty if part of it is behind the eye.
std::vector<Pixel> seenCircle(const OverlayScene& scene, const Circle& circle)
{
    const Vec3 u = circle.axis.unitOrthogonal(), v = circle.axis.cross(u);
    std::vector<Pixel> out;
    for (int i = 0; i < kCorners; ++i) {
        const double angle = 2 * std::numbers::pi * i / kCorners;
        const auto at = places::seen(
            scene, circle.centre + circle.radius * (std::cos(angle) * u + std::sin(angle) * v));
        if (!at) return {};
        out.push_back(*at);
    }
    return out;
}

/// The visible outline of a sphere. Radius 0: the eye is inside.
Circle edgeOf(const OverlayScene& scene, const Vec3& centre, double radius)
{
    if (scene.camera.orthographic) return {centre, radius, axes(scene.camera).col(2)};
    const Vec3 way = eye(scene.camera) - centre;
    const double far = way.norm();
    if (far <= radius) return {centre, 0, Vec3::UnitY()};
    const double share = radius / far;
    return {centre + way * (share * share), radius * std::sqrt(1 - share * share), way / far};
}

/// The sphere's circle at this height. Radius 0: there is none.
Circle levelOf(const operate::ReachShell& shell, double height)
{
    const double up = height - shell.centre.y();
    const double square = shell.radius * shell.radius - up * up;
    return {Vec3(shell.centre.x(), height, shell.centre.z()), square > 0 ? std::sqrt(square) : 0,
            Vec3::UnitY()};
}

void paintReach(Canvas& canvas, const OverlayScene& scene)
{
    if (!scene.hasPose() || !scene.tool || scene.tool->reach == ConstraintId::None) return;
    const auto shell = operate::reachShell(scene.doc, *scene.shown, scene.tool->reach);
    if (!shell) return;
    const Constraint& target = *findConstraint(*scene.doc.rig, scene.tool->reach);
    const Vec3& star = places::ofRow(scene, scene.doc.scene->find(target.target));
    const double far = (star - shell->centre).norm();
    const bool within = far <= shell->radius * (1 + target.stretch) && far >= shell->inner;
    QColor color = colorOf(within ? Mood::Good : Mood::Bad);
    const auto paint = [&](const Circle& circle, double width, double strength, bool filled) {
        if (!(circle.radius > 0)) return;
        const std::vector<Pixel> points = seenCircle(scene, circle);
        if (points.empty()) return;
        if (filled) {
            color.setAlphaF(0.07F);
            canvas.polygon(points, color);
        }
        color.setAlphaF(static_cast<float>(strength));
        canvas.polyline(points, width, color, true);
    };
    paint(edgeOf(scene, shell->centre, shell->radius), 1.6, 0.8, true);
    paint(levelOf(*shell, star.y()), 1.2, 0.6, false);
    paint(edgeOf(scene, shell->centre, shell->inner), 1.2, 0.5, false);
}

}  // namespace

/// The reach of a target's limb, while the target is dragged.
Layer makeReach(Scene3d&)
{
    Layer layer;
    layer.paint = paintReach;
    return layer;
}

}  // namespace posewright::ui
