#include "ui/viewport/layers/kind_marks.h"

#include "ui/viewport/layers/places.h"

#include <cmath>
#include <numbers>
#include <optional>

namespace posewright::ui {

namespace {

const QColor kTargetSight(0xf2, 0xd0, 0x6b);

/// What painting a kind needs.
struct Marked {
    Canvas& canvas;
    const OverlayScene& scene;
    const WorldTransform& effector;
    Vec3 target;
};

void paint(const Reach&, const Marked&) {}
void paint(const Loop<NodeId>&, const Marked&) {}

/// The line of sight of an aim: an arrow from the bone along its aiming axis. If the aim is met, it
/// ends at the target.
void paint(const Aim& aim, const Marked& on)
{
    constexpr double kHead = 11;  // of the arrow's head [px]
    const WorldTransform& eye = on.effector;
    const Vec3 away = on.target - eye.position;
    const auto from = places::seen(on.scene, eye.position);
    const auto to = places::seen(on.scene, eye.position + away.norm() * (eye.rotation * aim.axis));
    if (!from || !to) return;
    on.canvas.line(*from, *to, 2, kTargetSight);
    const Pixel along = *to - *from;
    if (along.norm() < 2 * kHead) return;
    const Pixel back = along.normalized() * kHead, side(-back.y() * 0.45, back.x() * 0.45);
    const Pixel head[] = {*to, *to - back + side, *to - back - side};
    on.canvas.polygon(head, kTargetSight);
}

/// Possible places of the bone: a circle about the target, through the bone if it keeps the
/// distance.
void paint(const Distance& kind, const Marked& on)
{
    constexpr int kSteps = 64;
    const Vec3 out = on.effector.position - on.target;
    if (!(out.norm() > 0)) return;
    const Vec3 x = out.normalized();
    const Vec3 y = x.cross(std::abs(x.y()) < 0.9 ? Vec3::UnitY() : Vec3::UnitX()).normalized();
    std::optional<Pixel> last;
    for (int i = 0; i <= kSteps; ++i) {
        const double angle = 2 * std::numbers::pi * i / kSteps;
        const auto next = places::seen(
            on.scene, on.target + kind.distance * (std::cos(angle) * x + std::sin(angle) * y));
        if (last && next) on.canvas.line(*last, *next, 2, kTargetSight);
        last = next;
    }
}

}  // namespace

void paintKind(Canvas& canvas, const OverlayScene& scene, const Constraint& target)
{
    const Scene& nodes = *scene.doc.scene;
    const NodeIndex row = nodes.find(target.target), effector = nodes.find(target.effector);
    if (row == kNoNode || effector == kNoNode) return;
    const Marked on{canvas, scene, scene.shown->world[effector], places::ofRow(scene, row)};
    std::visit([&](const auto& kind) { paint(kind, on); }, target.kind);
}

}  // namespace posewright::ui
