#pragma once

#include "core/scene/scene.h"

#include <optional>
#include <vector>

namespace Qt3DCore {
class QAttribute;
class QBuffer;
class QEntity;
class QTransform;
}  // namespace Qt3DCore

namespace posewright::ui {

/// What a vertex shader needs to move a mesh as skinning::moveVertices() does: the influences of
/// its vertices, and once a frame the matrices of its joints.
class CardSkin {
public:
    /// The sets of influences (SurfaceShader::sets) that the shader blends for a mesh; nullopt: it
    /// has more joints or influences than a shader takes.
    static std::optional<int> setsFor(const Scene& scene, const MeshPart& part);

    /// `owner` owns what is made, and is placed in the world by it.
    CardSkin(Qt3DCore::QEntity& owner, const MeshPart& part, int sets);

    int sets() const noexcept { return sets_; }
    const std::vector<Qt3DCore::QAttribute*>& attributes() const noexcept { return attributes_; }
    /// The block `Joints` of the shader.
    Qt3DCore::QBuffer* joints() const noexcept { return joints_; }

    /// @pre setsFor() of them is sets()
    void place(const Scene& scene, NodeIndex row, const MeshPart& part,
               const std::vector<WorldTransform>& world);

private:
    int sets_;
    Qt3DCore::QTransform* origin_;
    Qt3DCore::QBuffer* joints_;
    std::vector<Qt3DCore::QAttribute*> attributes_;
};

}  // namespace posewright::ui
