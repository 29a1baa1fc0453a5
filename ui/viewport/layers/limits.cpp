#include "ui/viewport/layers/limits.h"

#include "ui/viewport/layers/places.h"

#include <algorithm>

namespace posewright::ui {

namespace {

const QColor kLimit(0x7f, 0xd1, 0xae);
const QColor kHeld(0xff, 0xd2, 0x3d);
const QColor kRim(0x20, 0x22, 0x26);

/// Proportional to the bone, within sizes that can be grabbed.
double limitSize(const Stage& stage, const BonePart& bone)
{
    return std::clamp(0.7 * bone.tip.norm(), 0.1 * stage.figure, 0.16 * stage.figure);
}

void paintLimits(Canvas& canvas, const OverlayScene& scene)
{
    if (!scene.hasPose()) return;
    const operate::LimitShape shape =
        seenLimit(scene.doc, *scene.shown, scene.stage, scene.emphasis);
    QColor color = kLimit;
    color.setAlphaF(0.14F);
    for (const std::vector<Vec3>& area : shape.areas) {
        std::vector<Pixel> points;
        for (const Vec3& corner : area)
            if (const auto at = places::seen(scene, corner)) points.push_back(*at);
        if (points.size() == area.size()) canvas.polygon(points, color);
    }
    color.setAlphaF(0.85F);
    for (const std::vector<Vec3>& line : shape.lines)
        for (std::size_t i = 1; i < line.size(); ++i) {
            const auto a = places::seen(scene, line[i - 1]), b = places::seen(scene, line[i]);
            if (a && b) canvas.line(*a, *b, 1.4, color);
        }
    const int held = scene.tool ? scene.tool->limit : -1;
    for (std::size_t i = 0; i < shape.handles.size(); ++i) {
        const auto at = places::seen(scene, shape.handles[i].place());
        if (!at) continue;
        const bool hot = static_cast<int>(i) == held;
        canvas.disc(*at, hot ? 7 : 5.5, kRim);
        canvas.disc(*at, hot ? 6 : 4.5, hot ? kHeld : kLimit);
    }
}

}  // namespace

operate::LimitShape seenLimit(const Document& doc, const Evaluation& shown, const Stage& stage,
                              const Emphasis& emphasis)
{
    if (!emphasis.view.limits || emphasis.selected.empty()) return {};
    const NodeId active = emphasis.selected.back();
    const NodeIndex row = doc.scene->find(active);
    const BonePart* bone = row == kNoNode ? nullptr : (*doc.scene)[row].bone();
    if (!bone) return {};
    return operate::limitShape(doc, shown, active, limitSize(stage, *bone));
}

Layer makeLimits(Scene3d&)
{
    Layer layer;
    layer.paint = paintLimits;
    return layer;
}

}  // namespace posewright::ui
