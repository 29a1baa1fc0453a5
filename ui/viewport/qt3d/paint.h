#pragma once

#include <QColor>

#include <array>

namespace Qt3DCore {
class QNode;
}
namespace Qt3DRender {
class QMaterial;
}

namespace posewright::ui {

/// What a thing in the view is, for its colour.
enum class Paint {
    Bone,
    BoneInChain,
    BoneHovered,
    BoneSelected,
    RootEnd,
    LeafEnd,
    Link,
    TargetQuiet,
    TargetGood,
    TargetWarn,
    TargetBad,
    TargetHovered,
    Pole,
    PoleHovered,
    Thread,
    GridMinor,
    GridMajor,
    AxisX,
    AxisY,
    AxisZ,
    Count,
};

/// Colour of the empty view.
QColor backgroundColor();

/// One material for each paint, shared by all entities that bear it. `parent` owns them.
class PaintBox {
public:
    /// Thin lines that are averaged down fade; `lineStrength` above 1 makes up for it. Below 1,
    /// `opacity` lets what lies behind shine through.
    explicit PaintBox(Qt3DCore::QNode* parent, double lineStrength = 1, double opacity = 1);
    Qt3DRender::QMaterial* operator[](Paint paint) const
    {
        return materials_[static_cast<std::size_t>(paint)];
    }

private:
    std::array<Qt3DRender::QMaterial*, static_cast<std::size_t>(Paint::Count)> materials_{};
};

}  // namespace posewright::ui
