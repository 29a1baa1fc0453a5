#pragma once

#include "ui/viewport/draw/scene3d.h"
#include "ui/viewport/draw/text_atlas.h"
#include "ui/viewport/layers/layer.h"

#include <QPointer>
#include <Qt3DCore/QEntity>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace Qt3DRender {
class QLayer;
}  // namespace Qt3DRender

namespace posewright::ui {

class CanvasEntity;

/// All layers, composed for Qt 3D: solid parts as entities, flat parts as one entity over them. The
/// window and `posewright render` use the same composition for everything that they show.
class Composition {
public:
    /// For lineStrength see PaintBox. `kinds` must outlive the composition.
    explicit Composition(double lineStrength = 1, std::span<const LayerKind> kinds = layerKinds(),
                         MovedBy surfaces = MovedBy::Processor);
    ~Composition();
    Composition(const Composition&) = delete;
    Composition& operator=(const Composition&) = delete;

    /// Root of everything that is drawn. If it gets a parent, that owns it; an engine must release
    /// it before the composition is destroyed.
    Qt3DCore::QEntity& root() const { return *root_; }
    /// The Qt 3D layers of what is drawn over the scene, and of flat drawing over both.
    Qt3DRender::QLayer& over() const { return *over_; }
    Qt3DRender::QLayer& flat() const { return *flat_; }

    /// For a changed scene or rig. setFrame() must follow.
    void setDocument(const Document& doc, const Stage& stage);
    /// @pre evaluation is of the document last set
    void setFrame(const Evaluation& evaluation);
    void setEmphasis(const Emphasis& emphasis);

    /// Paints the flat parts in the order of the list: of layers whose ids are in `only`, or of all
    /// if that is null.
    void paint(Canvas& canvas, const OverlayScene& scene,
               const std::vector<std::string>* only = nullptr) const;
    /// The same into the picture, with text that is sharp at `pixelRatio` device pixels per pixel.
    /// True: new letters have to be uploaded first.
    bool paint(const OverlayScene& scene, double pixelRatio,
               const std::vector<std::string>* only = nullptr);
    /// The texts of the last painting, for tests and screen readers.
    const std::vector<PlacedText>& texts() const noexcept { return texts_; }

private:
    struct Made {
        std::string_view id;
        bool steady = false;
        Layer layer;
    };

    QPointer<Qt3DCore::QEntity> root_;
    Qt3DRender::QLayer* over_;  ///< owned by root, as all below
    Qt3DRender::QLayer* flat_;
    CanvasEntity* canvas_;
    Scene3d scene_;
    std::vector<Made> layers_;
    Emphasis emphasis_;
    std::unique_ptr<TextAtlas> atlas_;
    std::vector<PlacedText> texts_;
};

}  // namespace posewright::ui
