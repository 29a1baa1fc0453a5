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

/// A list of layers, composed for Qt 3D to draw: what is solid as entities, what is flat as one
/// entity over them. The window and `posewright render` each have one, and nothing that they show
/// is made elsewhere.
class Composition {
public:
    /// For lineStrength see PaintBox. `kinds` must outlive the composition.
    explicit Composition(double lineStrength = 1, std::span<const LayerKind> kinds = layerKinds());
    ~Composition();
    Composition(const Composition&) = delete;
    Composition& operator=(const Composition&) = delete;

    /// All that is drawn. Whoever gives it a parent owns it from then on; an engine must let go of
    /// it before the composition ends.
    Qt3DCore::QEntity& root() const { return *root_; }
    /// Borne by what is drawn over the scene, and by what is flat over both.
    Qt3DRender::QLayer& over() const { return *over_; }
    Qt3DRender::QLayer& flat() const { return *flat_; }

    /// The scene or the rig is another. A frame must follow.
    void setDocument(const Document& doc, const Stage& stage);
    /// @pre evaluation is of the document last set
    void setFrame(const Evaluation& evaluation);
    void setEmphasis(const Emphasis& emphasis);

    /// Paints what is flat, in the order of the list: of the layers whose ids are in `only`, or of
    /// all where that is null.
    void paint(Canvas& canvas, const OverlayScene& scene,
               const std::vector<std::string>* only = nullptr) const;
    /// The same over the picture, with letters that are sharp at so many device pixels a pixel.
    /// True: some were not drawn before, and are on their way to the graphics card.
    bool paint(const OverlayScene& scene, double pixelRatio,
               const std::vector<std::string>* only = nullptr);
    /// What was written over the picture last, for tests and for screen readers.
    const std::vector<PlacedText>& texts() const noexcept { return texts_; }

private:
    struct Made {
        std::string_view id;
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
