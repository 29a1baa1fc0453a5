#include "core/math/gizmo.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright {

namespace {

constexpr double kGrazing = 0.06;  ///< cosine below which a ray counts as parallel to a plane

/// Where a ray meets a plane, in front of its origin.
std::optional<Vec3> meet(const Ray& ray, const Vec3& point, const Vec3& normal)
{
    const double along = ray.direction.dot(normal);
    if (std::abs(along) < kGrazing) return std::nullopt;
    const double t = (point - ray.origin).dot(normal) / along;
    if (t <= 0) return std::nullopt;
    return ray.origin + t * ray.direction;
}

/// The position on a line that is nearest to a ray; nullopt if they are parallel.
std::optional<double> alongLine(const Ray& ray, const Vec3& point, const Vec3& axis)
{
    const double cosine = ray.direction.dot(axis);
    const double denominator = 1 - cosine * cosine;
    if (denominator < 1e-3) return std::nullopt;
    const Vec3 r = point - ray.origin;
    return (cosine * ray.direction.dot(r) - axis.dot(r)) / denominator;
}

}  // namespace

Vec3 draggedAlong(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
                  const Vec3& origin, const Vec3& axis)
{
    const auto start = alongLine(rayThrough(camera, size, from), origin, axis);
    const auto end = alongLine(rayThrough(camera, size, to), origin, axis);
    if (!start || !end) return Vec3::Zero();
    return (*end - *start) * axis;
}

Vec3 draggedInPlane(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
                    const Vec3& origin, const Vec3& normal)
{
    const auto start = meet(rayThrough(camera, size, from), origin, normal);
    const auto end = meet(rayThrough(camera, size, to), origin, normal);
    if (start && end) return *end - *start;
    // Edge-on, the plane has no depth to drag along, so drag in the view plane only.
    const Vec3 by = draggedInView(camera, size, from, to, origin);
    return by - normal * normal.dot(by);
}

Vec3 draggedInView(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
                   const Vec3& origin)
{
    return onViewPlane(camera, size, to, origin) - onViewPlane(camera, size, from, origin);
}

Vec3 dragged(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
             const Gizmo& gizmo, GizmoPart part)
{
    switch (part) {
    case GizmoPart::X:
    case GizmoPart::Y:
    case GizmoPart::Z:
        return draggedAlong(camera, size, from, to, gizmo.origin, axisOf(camera, gizmo, part));
    case GizmoPart::YZ:
    case GizmoPart::ZX:
    case GizmoPart::XY:
        return draggedInPlane(camera, size, from, to, gizmo.origin, axisOf(camera, gizmo, part));
    default: return draggedInView(camera, size, from, to, gizmo.origin);
    }
}

double turned(const Camera& camera, const ViewSize& size, const Pixel& from, const Pixel& to,
              const Gizmo& gizmo, const Vec3& axis)
{
    const Ray ray = rayThrough(camera, size, to);
    const double facing = axis.dot(ray.direction);
    if (std::abs(facing) > 0.25) {
        const auto start = meet(rayThrough(camera, size, from), gizmo.origin, axis);
        const auto end = meet(ray, gizmo.origin, axis);
        if (!start || !end) return 0;
        const Vec3 a = *start - gizmo.origin, b = *end - gizmo.origin;
        if (a.norm() < 0.02 * gizmo.size || b.norm() < 0.02 * gizmo.size) return 0;
        return std::atan2(axis.dot(a.cross(b)), a.dot(b));
    }
    // Edge-on, a ring looks like a line: dragging along it rolls the near side.
    const Vec3 toEye = -ray.direction;
    const Vec3 tangent = axis.cross(toEye).normalized();
    const Vec3 by = draggedInView(camera, size, from, to, gizmo.origin);
    return std::clamp(by.dot(tangent) / gizmo.size, -std::numbers::pi, std::numbers::pi);
}

double snapped(double value, double step)
{
    return std::round(value / step) * step;
}

Vec3 snappedMove(const Vec3& from, const Vec3& by, const Mat3& axes, double step)
{
    const bool world = axes.isApprox(Mat3::Identity(), 1e-9);
    const Vec3 start = axes.transpose() * from;
    const Vec3 move = axes.transpose() * by;
    const double small = 1e-9 * std::max(1.0, move.cwiseAbs().maxCoeff());
    Vec3 end = start;
    for (int i = 0; i < 3; ++i) {
        if (std::abs(move[i]) <= small) continue;
        end[i] = world ? snapped(start[i] + move[i], step) : start[i] + snapped(move[i], step);
    }
    return axes * end;
}

}  // namespace posewright
