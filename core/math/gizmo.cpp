#include "core/math/gizmo.h"

#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright {

namespace {

constexpr double kInner = 0.18;     ///< start of the arrows, as a share of their length
constexpr double kPlaneFrom = 0.3;  ///< planes lie between these shares of the arrows' length
constexpr double kPlaneTo = 0.52;
constexpr double kViewRing = 1.18;  ///< radius of the ring facing the eye over the others'
constexpr int kRingSteps = 64;
constexpr double kEndOn = 0.985;  ///< cosine above which an arrow points at the eye
constexpr double kEdgeOn = 0.12;  ///< cosine below which a plane counts as edge-on

Vec3 towardsEye(const Camera& camera, const Vec3& point)
{
    if (camera.orthographic) return axes(camera).col(2);
    const Vec3 d = eye(camera) - point;
    return d.norm() > 0 ? Vec3(d.normalized()) : Vec3(axes(camera).col(2));
}

double distanceToSegment(const Pixel& p, const Pixel& a, const Pixel& b)
{
    const Pixel d = b - a;
    const double length2 = d.squaredNorm();
    const double s = length2 > 0 ? std::clamp((p - a).dot(d) / length2, 0.0, 1.0) : 0;
    return (p - (a + s * d)).norm();
}

bool inside(const Pixel& p, const std::vector<Pixel>& convex)
{
    bool left = false, right = false;
    for (std::size_t i = 0; i < convex.size(); ++i) {
        const Pixel& a = convex[i];
        const Pixel& b = convex[(i + 1) % convex.size()];
        const double cross = (b - a).x() * (p - a).y() - (b - a).y() * (p - a).x();
        left |= cross > 0;
        right |= cross < 0;
    }
    return !(left && right);
}

int axisIndex(GizmoPart part)
{
    switch (part) {
    case GizmoPart::X:
    case GizmoPart::YZ: return 0;
    case GizmoPart::Y:
    case GizmoPart::ZX: return 1;
    default: return 2;
    }
}

struct Painter {
    const Camera& camera;
    const ViewSize& size;
    const Gizmo& gizmo;
    std::vector<GizmoStroke> strokes;

    std::optional<Pixel> at(const Vec3& offset) const
    {
        const std::optional<Seen> seen = project(camera, size, gizmo.origin + gizmo.size * offset);
        if (!seen) return std::nullopt;
        return seen->pixel;
    }

    void arrow(GizmoPart part, const Vec3& axis)
    {
        const auto from = at(kInner * axis), to = at(axis);
        if (from && to) strokes.push_back({part, {*from, *to}, false, true, false});
    }

    void plane(GizmoPart part, const Vec3& a, const Vec3& b)
    {
        GizmoStroke stroke{part, {}, true, false, false};
        for (const auto& [s, t] : {std::pair(kPlaneFrom, kPlaneFrom),
                                   {kPlaneTo, kPlaneFrom},
                                   {kPlaneTo, kPlaneTo},
                                   {kPlaneFrom, kPlaneTo}}) {
            const auto corner = at(s * a + t * b);
            if (!corner) return;
            stroke.points.push_back(*corner);
        }
        strokes.push_back(std::move(stroke));
    }

    /// In pieces: the half nearer to the eye, and the faint rest.
    void ring(GizmoPart part, const Vec3& axis, double radius, bool whole)
    {
        const Vec3 toEye = towardsEye(camera, gizmo.origin);
        const Vec3 a = anyPerpendicular(axis), b = axis.cross(a);
        GizmoStroke piece{part, {}, false, false, false};
        const auto flush = [&] {
            if (piece.points.size() > 1) strokes.push_back(piece);
            piece.points.clear();
        };
        for (int i = 0; i <= kRingSteps; ++i) {
            const double angle = 2 * std::numbers::pi * i / kRingSteps;
            const Vec3 offset = radius * (std::cos(angle) * a + std::sin(angle) * b);
            const bool faint = !whole && offset.dot(toEye) < -0.05;
            const auto point = at(offset);
            if (!point) {
                flush();
                continue;
            }
            piece.points.push_back(*point);
            if (faint != piece.faint) {
                flush();
                piece.faint = faint;
                piece.points.push_back(*point);
            }
        }
        flush();
    }
};

}  // namespace

Gizmo gizmoAt(const Camera& camera, const ViewSize& size, GizmoKind kind, const Vec3& origin,
              const Mat3& axes, double pixels)
{
    Gizmo gizmo{kind, origin, axes, 1};
    const std::optional<Seen> seen = project(camera, size, origin);
    gizmo.size = pixels * unitsPerPixel(camera, size, seen ? seen->depth : camera.distance);
    return gizmo;
}

Vec3 axisOf(const Camera& camera, const Gizmo& gizmo, GizmoPart part)
{
    if (part == GizmoPart::View || part == GizmoPart::None) return towardsEye(camera, gizmo.origin);
    return gizmo.axes.col(axisIndex(part));
}

std::vector<GizmoStroke> gizmoStrokes(const Camera& camera, const ViewSize& size,
                                      const Gizmo& gizmo)
{
    if (!project(camera, size, gizmo.origin)) return {};
    const Vec3 toEye = towardsEye(camera, gizmo.origin);
    Painter painter{camera, size, gizmo, {}};
    constexpr GizmoPart kAxes[] = {GizmoPart::X, GizmoPart::Y, GizmoPart::Z};
    constexpr GizmoPart kPlanes[] = {GizmoPart::YZ, GizmoPart::ZX, GizmoPart::XY};
    if (gizmo.kind == GizmoKind::Rotate) {
        painter.ring(GizmoPart::View, toEye, kViewRing, true);
        for (int i = 0; i < 3; ++i)
            painter.ring(kAxes[i], gizmo.axes.col(i), 1,
                         std::abs(gizmo.axes.col(i).dot(toEye)) > kEndOn);
        return std::move(painter.strokes);
    }
    for (int i = 0; i < 3; ++i)
        if (std::abs(gizmo.axes.col(i).dot(toEye)) > kEdgeOn)
            painter.plane(kPlanes[i], gizmo.axes.col((i + 1) % 3), gizmo.axes.col((i + 2) % 3));
    for (int i = 0; i < 3; ++i)
        if (std::abs(gizmo.axes.col(i).dot(toEye)) < kEndOn)
            painter.arrow(kAxes[i], gizmo.axes.col(i));
    // The square in the middle faces the eye.
    const Mat3 m = axes(camera);
    GizmoStroke middle{GizmoPart::View, {}, true, false, false};
    for (const auto& [x, y] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}})
        if (const auto corner = painter.at(0.09 * (x * m.col(0) + y * m.col(1))))
            middle.points.push_back(*corner);
    painter.strokes.push_back(std::move(middle));
    return std::move(painter.strokes);
}

GizmoPart gizmoPartAt(std::span<const GizmoStroke> strokes, const Pixel& pixel, double reach)
{
    GizmoPart best = GizmoPart::None;
    double nearest = reach;
    for (const GizmoStroke& stroke : strokes) {
        if (stroke.faint || stroke.points.size() < 2) continue;
        if (stroke.filled) {
            // Strokes drawn later lie on top.
            if (inside(pixel, stroke.points)) {
                best = stroke.part;
                nearest = 0;
            }
            continue;
        }
        for (std::size_t i = 1; i < stroke.points.size(); ++i) {
            const double miss = distanceToSegment(pixel, stroke.points[i - 1], stroke.points[i]);
            if (miss >= nearest) continue;
            nearest = miss;
            best = stroke.part;
        }
    }
    return best;
}

}  // namespace posewright
