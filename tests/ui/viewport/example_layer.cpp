#include "tests/ui/viewport/example_layer.h"

#include "ui/viewport/draw/scene3d.h"
#include "ui/viewport/draw/shapes.h"

#include <memory>

namespace posewright::test {

namespace {

const ui::Paint kHeart{QColor(0xd0, 0x40, 0x80)};
const ui::Paint kHeartOfNothing{QColor(0x80, 0x80, 0x80), true, 0.3};

/// The mean of the heads of all bones.
Vec3 middleOf(const Document& doc, const Evaluation& evaluation)
{
    Vec3 sum = Vec3::Zero();
    int count = 0;
    for (int row = 0; row < doc.scene->size(); ++row) {
        if (!(*doc.scene)[row].bone()) continue;
        sum += evaluation.world[row].position;
        ++count;
    }
    return count > 0 ? Vec3(sum / count) : sum;
}

struct Heart {
    ui::Scene3d& scene;
    ui::Thing ball;
    Document doc;
    double radius = 0;
};

}  // namespace

ui::Layer makeExample(ui::Scene3d& scene)
{
    auto heart = std::make_shared<Heart>(Heart{scene, scene.make(ui::makeBallShape), {}, 0});
    heart->ball.entity->setObjectName("heart");
    ui::Layer layer;
    layer.documentChanged = [heart](const Document& doc, const ui::Stage& stage) {
        heart->doc = doc;
        heart->radius = stage.jointRadius();
    };
    layer.frameChanged = [heart](const Evaluation& evaluation) {
        ui::placeBall(heart->ball, middleOf(heart->doc, evaluation), heart->radius);
    };
    layer.emphasisChanged = [heart](const ui::Emphasis& emphasis) {
        heart->scene.paint(heart->ball, emphasis.selected.empty() ? kHeartOfNothing : kHeart);
    };
    layer.paint = [](ui::Canvas& canvas, const ui::OverlayScene& seen) {
        if (!seen.hasPose()) return;
        const Vec3 middle = middleOf(seen.doc, *seen.shown);
        if (const auto at = project(seen.camera, seen.size, middle))
            canvas.text(at->pixel, QString("%1 high").arg(middle.y(), 0, 'f', 3), Qt::white);
    };
    return layer;
}

}  // namespace posewright::test
