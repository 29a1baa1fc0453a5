#pragma once

#include "core/base/id.h"
#include "core/math/transform.h"
#include "ui/viewport/draw/paint.h"

#include <QPointer>
#include <Qt3DCore/QEntity>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace Qt3DCore {
class QTransform;
}  // namespace Qt3DCore
namespace Qt3DRender {
class QGeometryRenderer;
class QLayer;
}  // namespace Qt3DRender

namespace posewright::ui {

/// Makes a shape of unit size, which its parent owns; shapes.h has those that several layers use.
using ShapeMaker = Qt3DRender::QGeometryRenderer* (*)(Qt3DCore::QNode* parent);

/// Whether a thing is depth-tested, or drawn over everything that is.
enum class Depth { Among, Over };

/// One entity of a layer: a shape with a place and a paint.
struct Thing {
    Qt3DCore::QEntity* entity = nullptr;
    Qt3DCore::QTransform* transform = nullptr;
    Qt3DRender::QMaterial* material = nullptr;  ///< null: not painted yet
    Depth depth = Depth::Among;
};

/// Draws the solid things of layers: a flat list of entities in world space that share shapes and
/// materials.
///
/// No hierarchy, since forward kinematics is done by the library: a frame is one matrix per thing.
class Scene3d {
public:
    /// Entities become children of `root`, which may be deleted first. What is drawn over
    /// everything else gets the layer `over`. For lineStrength see PaintBox.
    Scene3d(Qt3DCore::QEntity& root, Qt3DRender::QLayer& over, double lineStrength = 1,
            MovedBy surfaces = MovedBy::Processor);
    ~Scene3d();
    Scene3d(const Scene3d&) = delete;
    Scene3d& operator=(const Scene3d&) = delete;

    /// Creates a thing, invisible until painted, and of unit size at the origin until placed.
    Thing make(ShapeMaker shape, Depth depth = Depth::Among);
    Thing make(Qt3DRender::QGeometryRenderer* shape, Depth depth = Depth::Among);
    void paint(Thing& thing, const Paint& paint);
    void setDepth(Thing& thing, Depth depth);

    /// The shape shared by all things made by `maker`.
    Qt3DRender::QGeometryRenderer* shape(ShapeMaker maker);
    /// Parent for what a layer creates itself.
    Qt3DCore::QEntity& root() { return *things_; }
    MovedBy surfaces() const noexcept { return surfaces_; }

private:
    QPointer<Qt3DCore::QEntity> things_;
    Qt3DRender::QLayer& over_;
    PaintBox paints_;
    MovedBy surfaces_;
    std::vector<std::pair<ShapeMaker, Qt3DRender::QGeometryRenderer*>> shapes_;
};

/// Places a thing: position, direction, length and thickness, since shapes are of unit size.
void place(const Thing& thing, const Affine& placement);
/// Places a ball. [m]
void placeBall(const Thing& thing, const Vec3& at, double radius);
/// Places a unit stick or line from `a` to `b`. [m]
void placeStick(const Thing& thing, const Vec3& a, const Vec3& b, double radius = 1);

/// The things of a layer by node and part. Things that are requested again are reused, without
/// flicker or another upload.
class Things {
public:
    explicit Things(Scene3d& scene) : scene_(scene) {}

    /// Between begin() and end(), everything that the layer shows must be requested.
    void begin();
    /// The thing for a node. `part` distinguishes several things of one node; a part has one shape.
    /// @return valid until the thing is removed
    Thing* get(NodeId node, int part, ShapeMaker shape, Depth depth = Depth::Among);
    /// Removes things that were not requested.
    void end();

private:
    using Key = std::pair<NodeId, int>;

    Scene3d& scene_;
    std::map<Key, Thing> now_;
    std::map<Key, Thing> before_;
};

}  // namespace posewright::ui
