#include "core/skinning/surface.h"
#include "ui/viewport/draw/scene3d.h"
#include "ui/viewport/draw/shapes.h"
#include "ui/viewport/layers/layer.h"

#include <Qt3DCore/QEntity>

#include <memory>

namespace posewright::ui {

namespace {

const Paint kLink{QColor(0x6d, 0x73, 0x7d), false};

class Links {
public:
    explicit Links(Scene3d& scene) : scene_(scene), things_(scene) {}

    void build(const Document& doc, const Stage& stage)
    {
        const Scene& scene = *doc.scene;
        nodes_ = doc.scene;
        const std::vector<WorldTransform> rest = worldTransforms(scene, restPose(scene));
        rows_.clear();
        things_.begin();
        for (int i = 0; i < scene.size(); ++i) {
            const NodeIndex parent = scene[i].parent;
            const BonePart* above = parent == kNoNode ? nullptr : scene[parent].bone();
            if (!scene[i].bone() || !above) continue;
            const Vec3 gap = scene[i].rest.translation - above->tip;
            if (!(worldLength(rest[parent], gap) * stage.scale > stage.noGap())) continue;
            rows_.push_back(
                {parent, i, isHelper(stage, i), things_.get(scene[i].id, 0, makeLineShape)});
            scene_.paint(*rows_.back().thing, kLink);
        }
        things_.end();
    }

    void place(const Evaluation& evaluation)
    {
        for (const Row& row : rows_)
            placeStick(*row.thing, evaluation.world[row.from].position,
                       evaluation.world[row.to].position);
    }

    void show(const ViewState& view)
    {
        // With bones drawn as lines over a surface, links would only add clutter.
        const bool surface = skinning::hasSurface(*nodes_, view.hidden);
        const BoneStyle style = drawnStyle(view, surface);
        const bool all = style != BoneStyle::None && (!surface || style != BoneStyle::Line);
        for (const Row& row : rows_)
            row.thing->entity->setEnabled(all && (!row.helper || view.helpers));
    }

private:
    struct Row {
        NodeIndex from = kNoNode;
        NodeIndex to = kNoNode;
        bool helper = false;
        Thing* thing = nullptr;  ///< in things_
    };

    Scene3d& scene_;
    Things things_;
    std::vector<Row> rows_;
    Shared<Scene> nodes_;
};

}  // namespace

/// Lines from bones to those children that do not begin at their tip.
Layer makeLinks(Scene3d& scene)
{
    const auto links = std::make_shared<Links>(scene);
    Layer layer = layerOf(links);
    layer.emphasisChanged = [links](const Emphasis& emphasis) { links->show(emphasis.view); };
    return layer;
}

}  // namespace posewright::ui
