#pragma once

#include "core/math/camera.h"

#include <span>
#include <vector>

namespace posewright {

/// A handle that can be dragged: an axis (arrow or ring), a plane spanned by two of them, or the
/// view (its plane, or the ring that faces the eye).
enum class GizmoPart { None, X, Y, Z, YZ, ZX, XY, View };
enum class GizmoKind { Move, Rotate };

/// The handles around a point.
struct Gizmo {
    GizmoKind kind = GizmoKind::Move;
    Vec3 origin = Vec3::Zero();
    Mat3 axes = Mat3::Identity();  ///< columns; orthonormal
    double size = 1;               ///< length of an arrow, radius of a ring [m]
};

/// One whose arrows or rings measure `pixels` on the screen, whatever the depth of `origin`.
Gizmo gizmoAt(const Camera& camera, const ViewSize& size, GizmoKind kind, const Vec3& origin,
              const Mat3& axes, double pixels);

/// The direction that a handle moves along or turns about, or the normal of its plane. Unit.
Vec3 axisOf(const Camera& camera, const Gizmo& gizmo, GizmoPart part);

/// What a handle looks like. Drawing and picking share it, so that what is seen is what is hit.
struct GizmoStroke {
    GizmoPart part = GizmoPart::None;
    std::vector<Pixel> points;
    bool filled = false;  ///< a convex area; else a line through the points
    bool arrow = false;   ///< the last point is an arrow's tip
    bool faint = false;   ///< the far half of a ring: seen, not hit
};

/// Axes seen end on and planes seen edge on cannot be dragged and are left out. Empty if the origin
/// is not in view.
std::vector<GizmoStroke> gizmoStrokes(const Camera& camera, const ViewSize& size,
                                      const Gizmo& gizmo);

/// The handle under the pointer, or None: areas are hit inside, lines from up to `reach` pixels
/// away.
GizmoPart gizmoPartAt(std::span<const GizmoStroke> strokes, const Pixel& pixel, double reach);

/// How far a drag from one pixel to another moves a thing at `origin`: along the unit `axis`, in
/// the plane with the unit `normal`, or in the plane that faces the eye. Zero if the pointer's rays
/// do not determine it. [m]
Vec3 draggedAlong(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
                  const Vec3& origin, const Vec3& axis);
Vec3 draggedInPlane(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
                    const Vec3& origin, const Vec3& normal);
Vec3 draggedInView(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
                   const Vec3& origin);

/// The move that a drag of a handle makes.
Vec3 dragged(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
             const Gizmo& gizmo, GizmoPart part);

/// How far the same drag turns a ring about the unit `axis`, in [-pi, pi]: the angle that the
/// pointer covers around the centre, or, if the ring is seen edge on, its way along it. [rad]
double turned(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
              const Gizmo& gizmo, const Vec3& axis);

/// The multiple of `step` that is nearest.
double snapped(double value, double step);

/// The point `from` moved by `by` and snapped along those `axes` (columns) that the move goes
/// along: in the world's axes to multiples of `step` from the world's origin, in any others to
/// multiples of `step` from where the move began.
Vec3 snappedMove(const Vec3& from, const Vec3& by, const Mat3& axes, double step);

}  // namespace posewright
