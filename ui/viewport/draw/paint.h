#pragma once

#include "ui/viewport/draw/shading.h"

#include <QColor>

#include <vector>

namespace Qt3DCore {
class QNode;
}
namespace Qt3DRender {
class QEffect;
class QMaterial;
}  // namespace Qt3DRender

namespace posewright::ui {

/// The colouring of a Thing.
struct Paint {
    QColor color;
    bool lit = true;      ///< shaded; for solid shapes, not for lines
    double opacity = 1;   ///< < 1: translucent
    bool behind = false;  ///< everything else is drawn over it, wherever it is; solid paints only

    bool operator==(const Paint&) const = default;
};

/// Colour of the empty view.
QColor backgroundColor(Backdrop backdrop = Backdrop::Dark);

/// Materials by paint, shared by all entities with the same paint.
class PaintBox {
public:
    /// `parent` owns the materials. Thin lines fade when a picture is downsampled; `lineStrength` >
    /// 1 compensates for it in unlit paints.
    explicit PaintBox(Qt3DCore::QNode* parent, double lineStrength = 1);

    Qt3DRender::QMaterial* operator[](const Paint& paint);

private:
    struct Material {
        Paint paint;
        Qt3DRender::QMaterial* material = nullptr;
    };

    Qt3DCore::QNode* parent_;
    double lineStrength_;
    Qt3DRender::QEffect* solid_;
    Qt3DRender::QEffect* seeThrough_;
    Qt3DRender::QEffect* behind_;
    std::vector<Material> materials_;
};

}  // namespace posewright::ui
