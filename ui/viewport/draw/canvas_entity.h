#pragma once

#include "core/math/camera.h"
#include "ui/viewport/draw/canvas.h"

#include <Qt3DCore/QEntity>

namespace Qt3DCore {
class QAttribute;
class QBuffer;
}  // namespace Qt3DCore
namespace Qt3DRender {
class QGeometryRenderer;
class QLayer;
class QParameter;
class QTexture2D;
}  // namespace Qt3DRender

namespace posewright::ui {

class TextureImage;

/// The triangles of a canvas as one Qt 3D entity over the scene: one draw call for all text,
/// handles and marks.
class CanvasEntity : public Qt3DCore::QEntity {
    Q_OBJECT

public:
    /// It gets the layer `layer`.
    CanvasEntity(Qt3DCore::QNode* parent, Qt3DRender::QLayer* layer);

    /// `fresh`: the atlas was replaced.
    void show(const Canvas& canvas, const TextAtlas& atlas, const ViewSize& size,
              bool fresh = false);

private:
    void upload(const TextAtlas& atlas);

    Qt3DCore::QBuffer* buffer_;
    std::vector<Qt3DCore::QAttribute*> attributes_;
    Qt3DRender::QGeometryRenderer* renderer_;
    Qt3DRender::QParameter* viewSize_;
    Qt3DRender::QTexture2D* texture_;
    TextureImage* letters_;
    int version_ = -1;  ///< of the atlas on the graphics card
};

}  // namespace posewright::ui
