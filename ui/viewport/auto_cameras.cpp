#include "ui/viewport/auto_cameras.h"

#include "core/evaluate/evaluate.h"
#include "core/skinning/surface.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr double kFarther = 1.25;  ///< a still camera at most this much farther away

/// The figure's bounds from its keys alone: targets move limbs, not the figure.
Box figureBox(const Document& doc, const Stage& stage, double frame)
{
    const std::vector<WorldTransform> world = worldTransforms(*doc.scene, basePose(doc, frame));
    Box box;
    for (int row = 0; row < doc.scene->size(); ++row) {
        const BonePart* bone = (*doc.scene)[row].bone();
        if (!bone || isHelper(stage, row) || !world[row].position.allFinite()) continue;
        box.include(world[row].position);
        if (bone->tip.allFinite()) box.include(world[row] * bone->tip);
    }
    for (const Vec3& point :
         skinning::surfacePoints(*doc.scene, world, morphsAt(doc, frame), kSurfacePoints))
        box.include(point);
    return box;
}

/// The mean over half a second to each side. Near the ends the window shrinks on both sides, so
/// that the mean does not lag.
Vec3 smoothed(const std::vector<double>& frames, const std::vector<Vec3>& centers, std::size_t at,
              double most)
{
    const double reach =
        std::clamp(std::min(frames[at] - frames.front(), frames.back() - frames[at]), 0.0, most);
    Vec3 sum = Vec3::Zero();
    double weight = 0;
    const auto include = [&](std::size_t i) {
        const double away = std::abs(frames[i] - frames[at]);
        if (away > reach) return false;
        const double share = 1 - away / (reach + 1);
        sum += share * centers[i];
        weight += share;
        return true;
    };
    for (std::size_t i = at; i < frames.size() && include(i);) ++i;
    for (std::size_t i = at; i > 0 && include(i - 1);) --i;
    return sum / weight;
}

}  // namespace

std::vector<Camera> autoCameras(const Document& doc, const Stage& stage, const ViewSize& size,
                                const std::vector<double>& frames)
{
    std::vector<Vec3> centers;
    Box whole, around;
    for (const double frame : frames) {
        const Box box = figureBox(doc, stage, frame);
        centers.push_back(box.center());
        if (box.empty()) continue;
        whole.include(box.lowest);
        whole.include(box.highest);
        around.include(box.lowest - box.center());
        around.include(box.highest - box.center());
    }
    const std::size_t count = frames.size();
    // Include what the targets reach for, unless the figure would get too small.
    const Camera everything = defaultCamera(stage, size);
    if (around.empty()) return std::vector<Camera>(count, everything);
    const auto seeing = [&](const Box& box) {
        return withClipPlanes(framing(defaultDirection(stage), size, box), stage.sceneSize());
    };
    const double near = seeing(around).distance;
    for (const Camera& still : {everything, seeing(whole)})
        if (still.distance <= kFarther * near) return std::vector<Camera>(count, still);
    const Camera camera = seeing(around);
    std::vector<Camera> cameras(count, camera);
    for (std::size_t i = 0; i < count; ++i)
        cameras[i].pivot = camera.pivot + smoothed(frames, centers, i, doc.clip().rate / 2);
    return cameras;
}

}  // namespace posewright::ui
