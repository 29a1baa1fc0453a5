#include "ui/viewport/layers/composition.h"

#include "ui/viewport/draw/canvas_entity.h"

#include <QGuiApplication>
#include <Qt3DRender/QLayer>

#include <algorithm>

namespace posewright::ui {

Composition::Composition(double lineStrength, std::span<const LayerKind> kinds, MovedBy surfaces) :
    root_(new Qt3DCore::QEntity), over_(new Qt3DRender::QLayer(root_)),
    flat_(new Qt3DRender::QLayer(root_)), canvas_(new CanvasEntity(root_, flat_)),
    scene_(*root_, *over_, lineStrength, surfaces)
{
    for (const LayerKind& kind : kinds)
        layers_.push_back({kind.id, kind.steady, kind.make(scene_)});
}

Composition::~Composition()
{
    if (root_ && !root_->parent()) delete root_;
}

void Composition::setDocument(const Document& doc, const Stage& stage)
{
    for (const Made& made : layers_)
        if (made.layer.documentChanged) made.layer.documentChanged(doc, stage);
    setEmphasis(emphasis_);
}

void Composition::setFrame(const Evaluation& evaluation)
{
    for (const Made& made : layers_)
        if (made.layer.frameChanged) made.layer.frameChanged(evaluation);
}

void Composition::setEmphasis(const Emphasis& emphasis)
{
    emphasis_ = emphasis;
    for (const Made& made : layers_)
        if (made.layer.emphasisChanged) made.layer.emphasisChanged(emphasis_);
}

void Composition::paint(Canvas& canvas, const OverlayScene& scene,
                        const std::vector<std::string>* only) const
{
    const bool held = scene.tool && scene.tool->held;
    for (const Made& made : layers_) {
        if (!made.layer.paint) continue;
        if (only && std::find(only->begin(), only->end(), made.id) == only->end()) continue;
        canvas.setStrength(held && !made.steady ? kHeldStrength : 1);
        made.layer.paint(canvas, scene);
    }
    canvas.setStrength(1);
}

bool Composition::paint(const OverlayScene& scene, double pixelRatio,
                        const std::vector<std::string>* only)
{
    const bool fresh = !atlas_ || atlas_->pixelRatio() != pixelRatio;
    if (fresh) atlas_ = std::make_unique<TextAtlas>(QGuiApplication::font(), pixelRatio);
    const int version = atlas_->version();
    for (const Made& made : layers_)
        if (made.layer.viewChanged) made.layer.viewChanged(scene.camera, scene.size);
    Canvas canvas(*atlas_);
    paint(canvas, scene, only);
    canvas_->show(canvas, *atlas_, scene.size, fresh);
    texts_ = canvas.texts();
    return fresh || atlas_->version() != version;
}

}  // namespace posewright::ui
