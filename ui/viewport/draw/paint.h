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

/// How a thing in the view is coloured.
struct Paint {
    QColor color;
    bool lit = true;     ///< solid things have a light side; lines have none
    double opacity = 1;  ///< below 1 what lies behind shines through

    bool operator==(const Paint&) const = default;
};

/// Colour of the empty view.
QColor backgroundColor(Backdrop backdrop = Backdrop::Dark);

/// One material for each paint that was asked for, shared by all entities that bear it.
class PaintBox {
public:
    /// `parent` owns the materials. Thin lines that are averaged down fade; `lineStrength` above 1
    /// makes up for it in what is not lit.
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
    std::vector<Material> materials_;
};

}  // namespace posewright::ui
