#pragma once

#include "core/math/transform.h"

#include <optional>
#include <span>

namespace posewright {

/// A point in the view, from its top left corner: x right, y down. [px]
using Pixel = Eigen::Vector2d;

/// Size of the view. [px]
struct ViewSize {
    double width = 1;
    double height = 1;
};

/// Axis-aligned box; empty while lowest is above highest.
struct Box {
    Vec3 lowest = Vec3::Constant(1e300);
    Vec3 highest = Vec3::Constant(-1e300);

    bool empty() const { return (lowest.array() > highest.array()).any(); }
    void include(const Vec3& point)
    {
        lowest = lowest.cwiseMin(point);
        highest = highest.cwiseMax(point);
    }
    Vec3 center() const { return empty() ? Vec3::Zero() : Vec3((lowest + highest) / 2); }
    double diagonal() const { return empty() ? 0 : (highest - lowest).norm(); }
};

/// Looks at `pivot` from `distance` away. Never rolls: the horizon stays level. What lies at the
/// pivot's depth is seen at the same size with and without perspective.
struct Camera {
    Vec3 pivot = Vec3::Zero();
    double distance = 5;        ///< [m] > 0
    double yaw = 0;             ///< [rad] 0: from +Z; grows counter-clockwise seen from above
    double pitch = 0;           ///< [rad] in [-pi/2, pi/2], positive: from above
    double verticalFov = 0.65;  ///< [rad]
    bool orthographic = false;  ///< parallel rays
    double nearPlane = 0.01;    ///< [m] negative if parallel rays start behind the eye
    double farPlane = 1000;     ///< [m]

    friend bool operator==(const Camera& a, const Camera& b)
    {
        return a.pivot == b.pivot && a.distance == b.distance && a.yaw == b.yaw &&
               a.pitch == b.pitch && a.verticalFov == b.verticalFov &&
               a.orthographic == b.orthographic && a.nearPlane == b.nearPlane &&
               a.farPlane == b.farPlane;
    }
};

/// The named view directions.
enum class StandardView { Front, Back, Right, Left, Top, Bottom };

/// The camera, looking from +Z, -Z, +X, -X, +Y or -Y in the order of StandardView; pivot, distance
/// and all else are kept.
Camera lookingFrom(Camera camera, StandardView view);

/// Which standard view this is, within 0.001 rad; nullopt if none.
std::optional<StandardView> standardView(const Camera& camera);

/// Columns: right, up, and back (towards the eye). World space, orthonormal.
Mat3 axes(const Camera& camera);
Vec3 eye(const Camera& camera);

/// Half line. `direction` is a unit vector.
struct Ray {
    Vec3 origin = Vec3::Zero();
    Vec3 direction = -Vec3::UnitZ();
};
Ray rayThrough(const Camera& camera, const ViewSize& size, const Pixel& pixel);

/// Where a point is seen; `project` gives nullopt for a point that is not beyond the near plane.
struct Seen {
    Pixel pixel = Pixel::Zero();
    double depth = 0;  ///< along the view direction [m]
};
std::optional<Seen> project(const Camera& camera, const ViewSize& size, const Vec3& point);

/// Half the height of what the view shows at the pivot's depth. [m]
double halfHeight(const Camera& camera);

/// Length in the world of one pixel at a depth. [m]
double unitsPerPixel(const Camera& camera, const ViewSize& size, double depth);

/// Where the ray through a pixel meets the plane through `point` that faces the camera.
/// @pre point is in front of the eye
Vec3 onViewPlane(const Camera& camera, const ViewSize& size, const Pixel& pixel, const Vec3& point);

/// Turns about the pivot by a drag [px]; a drag over the view's full height is half a turn.
Camera orbited(Camera camera, const ViewSize& size, const Pixel& drag);

/// As above, about a point, which stays at its place in the view.
Camera orbitedAbout(const Camera& camera, const ViewSize& size, const Pixel& drag,
                    const Vec3& point);

/// Moves so that what lies at the pivot's depth follows the drag.
Camera panned(Camera camera, const ViewSize& size, const Pixel& drag);

/// Multiplies the distance by `factor`, clamped to [least, most]; what lies under `pixel` at the
/// pivot's depth stays there.
Camera zoomed(Camera camera, const ViewSize& size, const Pixel& pixel, double factor, double least,
              double most);

/// The same view direction, from the nearest place from which all points are seen, centred and with
/// a margin; the pivot is in the middle of their depths.
Camera framing(Camera camera, const ViewSize& size, std::span<const Vec3> points);
Camera framing(Camera camera, const ViewSize& size, const Box& box);

/// Near and far planes that hold a scene of this size around the pivot.
Camera withClipPlanes(Camera camera, double sceneSize);

}  // namespace posewright
