#pragma once

#include <vector>

namespace Qt3DCore {
class QGeometry;
class QNode;
}  // namespace Qt3DCore
namespace Qt3DRender {
class QGeometryRenderer;
}

namespace posewright::ui {

/// Shapes of the view, all of unit size: made once and shared by many entities. `parent` owns them.

/// A stick from the origin to (0, 1, 0), thickest (1 across each way) near its root.
Qt3DRender::QGeometryRenderer* makeBoneShape(Qt3DCore::QNode* parent);
/// A ball of radius 1.
Qt3DRender::QGeometryRenderer* makeBallShape(Qt3DCore::QNode* parent);
/// Eight faces, corners at 1 on the axes, with three thin rods that reach out to 1.9: a target.
Qt3DRender::QGeometryRenderer* makeTargetShape(Qt3DCore::QNode* parent);
/// A line from the origin to (0, 1, 0).
Qt3DRender::QGeometryRenderer* makeLineShape(Qt3DCore::QNode* parent);
/// A square on the ground, from -1 to 1 each way.
Qt3DRender::QGeometryRenderer* makeGroundShape(Qt3DCore::QNode* parent);
/// Lines on the ground, one unit apart, `cells` each way from the origin, without the two through
/// the origin: each `every`-th of them if `major`, else all the others.
Qt3DRender::QGeometryRenderer* makeGridShape(int cells, int every, bool major,
                                             Qt3DCore::QNode* parent);

}  // namespace posewright::ui
