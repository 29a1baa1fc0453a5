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

/// Whether a thing hides behind what is nearer, or is drawn over all that does.
enum class Depth { Among, Over };

/// One entity of a layer: a shape with a place and a paint.
struct Thing {
    Qt3DCore::QEntity* entity = nullptr;
    Qt3DCore::QTransform* transform = nullptr;
    Qt3DRender::QMaterial* material = nullptr;  ///< null: it has had no paint
    Depth depth = Depth::Among;
};

/// What layers draw solid things with: flat entities, placed in world space, that share their
/// shapes and materials.
///
/// Flat on purpose: the library already did forward kinematics, so Qt 3D must not do it again, and
/// a frame is one matrix for each thing.
class Scene3d {
public:
    /// Entities become children of `root`, and go with it where it goes first. What is drawn over
    /// everything else bears `over`. For lineStrength see PaintBox.
    Scene3d(Qt3DCore::QEntity& root, Qt3DRender::QLayer& over, double lineStrength = 1);
    ~Scene3d();
    Scene3d(const Scene3d&) = delete;
    Scene3d& operator=(const Scene3d&) = delete;

    /// At the origin, 1 long and thick, until it is placed; without a paint it is not seen.
    Thing make(ShapeMaker shape, Depth depth = Depth::Among);
    Thing make(Qt3DRender::QGeometryRenderer* shape, Depth depth = Depth::Among);
    void paint(Thing& thing, const Paint& paint);
    void setDepth(Thing& thing, Depth depth);

    /// The one that all things of this shape share.
    Qt3DRender::QGeometryRenderer* shape(ShapeMaker maker);
    /// Owner of what a layer makes for itself.
    Qt3DCore::QEntity& root() { return *things_; }

private:
    QPointer<Qt3DCore::QEntity> things_;
    Qt3DRender::QLayer& over_;
    PaintBox paints_;
    std::vector<std::pair<ShapeMaker, Qt3DRender::QGeometryRenderer*>> shapes_;
};

/// Shapes are 1 long and thick: where, how long and how thick a thing is.
void place(const Thing& thing, const Affine& placement);
/// A place of no direction. [m]
void placeBall(const Thing& thing, const Vec3& at, double radius);
/// The unit stick or line from `a` to `b`. [m]
void placeStick(const Thing& thing, const Vec3& a, const Vec3& b, double radius = 1);

/// The things of a layer, by what they stand for. What is asked for again is kept: no flicker,
/// nothing sent to the graphics card again.
class Things {
public:
    explicit Things(Scene3d& scene) : scene_(scene) {}

    /// From here to `end`, all that the layer shows is asked for anew.
    void begin();
    /// The thing of a node. `part` tells apart several things of one node; a part has one shape.
    /// @return where it stays until it goes
    Thing* get(NodeId node, int part, ShapeMaker shape, Depth depth = Depth::Among);
    /// What was not asked for goes.
    void end();

private:
    using Key = std::pair<NodeId, int>;

    Scene3d& scene_;
    std::map<Key, Thing> now_;
    std::map<Key, Thing> before_;
};

}  // namespace posewright::ui
