#include "ui/viewport/layers/covered.h"

#include "ui/viewport/layers/places.h"

#include <cmath>

namespace posewright::ui {

namespace {

constexpr double kCell = 5;  ///< [px]

int cellOf(double pixel, int count)
{
    return static_cast<int>(std::floor(std::clamp(pixel / kCell, 0.0, double(count - 1))));
}

}  // namespace

Covered::Covered(const OverlayScene& scene) :
    columns_(1 + static_cast<int>(std::max(0.0, scene.size.width) / kCell)),
    rows_(1 + static_cast<int>(std::max(0.0, scene.size.height) / kCell)),
    cells_(static_cast<std::size_t>(columns_) * rows_, 0)
{
    const Scene& nodes = *scene.doc.scene;
    for (NodeIndex row = 0; row < nodes.size(); ++row)
        if (const BonePart* bone = nodes[row].bone()) addBone(scene, row, *bone);
    for (const Constraint& c : scene.doc.rig->constraints)
        for (const NodeId node : {c.target, c.pole}) {
            const NodeIndex row = nodes.find(node);
            if (row == kNoNode) continue;
            const Vec3 place = places::ofRow(scene, row);
            if (const auto at = places::seen(scene, place))
                disc(*at,
                     places::pixels(scene, place, scene.stage.targetRadius(), 3, kMostOfTarget));
        }
}

void Covered::addBone(const OverlayScene& scene, NodeIndex row, const BonePart& bone)
{
    constexpr double kWaist = 0.12;  // where the bone is thickest
    constexpr int kMostSteps = 1000;
    const Vec3 head = places::ofRow(scene, row), tip = scene.shown->world[row] * bone.tip;
    const auto from = places::seen(scene, head), to = places::seen(scene, tip);
    if (!from || !to || !from->allFinite() || !to->allFinite()) return;
    const bool lines = scene.emphasis.view.bones == BoneStyle::Line ||
                       scene.emphasis.view.bones == BoneStyle::None;
    const double radius = boneRadius(scene.stage, (tip - head).norm());
    const double thick = lines ? 2 : places::pixels(scene, head, radius, 1, 60);
    const double length = std::min((*to - *from).norm() / kCell, double(kMostSteps));
    const int steps = 1 + static_cast<int>(length);
    for (int i = 0; i <= steps; ++i) {
        const double t = double(i) / steps;
        disc(*from + t * (*to - *from), thick * (t < kWaist ? t / kWaist : (1 - t) / (1 - kWaist)));
    }
}

void Covered::disc(const Pixel& at, double radius)
{
    if (at.x() + radius < 0 || at.y() + radius < 0 || at.x() - radius > columns_ * kCell ||
        at.y() - radius > rows_ * kCell)
        return;
    const int bottom = cellOf(at.y() + radius, rows_), right = cellOf(at.x() + radius, columns_);
    for (int y = cellOf(at.y() - radius, rows_); y <= bottom; ++y)
        for (int x = cellOf(at.x() - radius, columns_); x <= right; ++x)
            cells_[static_cast<std::size_t>(y) * columns_ + x] = 1;
}

bool Covered::meets(const QRectF& place) const
{
    const int bottom = cellOf(place.bottom(), rows_), right = cellOf(place.right(), columns_);
    for (int y = cellOf(place.top(), rows_); y <= bottom; ++y)
        for (int x = cellOf(place.left(), columns_); x <= right; ++x)
            if (cells_[static_cast<std::size_t>(y) * columns_ + x]) return true;
    return false;
}

}  // namespace posewright::ui
