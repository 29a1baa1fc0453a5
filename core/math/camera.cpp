#include "core/math/camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace posewright {

namespace {

constexpr double kHalfPi = std::numbers::pi / 2;

/// Half of the view's height at a depth.
double halfHeightAt(const Camera& camera, double depth)
{
    return std::tan(camera.verticalFov / 2) * (camera.orthographic ? camera.distance : depth);
}

struct Direction {
    StandardView view;
    double yaw;
    double pitch;
};
constexpr Direction kDirections[] = {
    {StandardView::Front, 0, 0},       {StandardView::Back, std::numbers::pi, 0},
    {StandardView::Right, kHalfPi, 0}, {StandardView::Left, -kHalfPi, 0},
    {StandardView::Top, 0, kHalfPi},   {StandardView::Bottom, 0, -kHalfPi},
};

}  // namespace

Camera lookingFrom(Camera camera, StandardView view)
{
    for (const Direction& direction : kDirections) {
        if (direction.view != view) continue;
        camera.yaw = direction.yaw;
        camera.pitch = direction.pitch;
    }
    return camera;
}

std::optional<StandardView> standardView(const Camera& camera)
{
    for (const Direction& direction : kDirections)
        if (std::abs(std::remainder(camera.yaw - direction.yaw, 2 * std::numbers::pi)) < 1e-3 &&
            std::abs(camera.pitch - direction.pitch) < 1e-3)
            return direction.view;
    return std::nullopt;
}

double halfHeight(const Camera& camera)
{
    return halfHeightAt(camera, camera.distance);
}

Mat3 axes(const Camera& camera)
{
    const double sy = std::sin(camera.yaw), cy = std::cos(camera.yaw);
    const double sp = std::sin(camera.pitch), cp = std::cos(camera.pitch);
    Mat3 m;
    m.col(0) = Vec3(cy, 0, -sy);
    m.col(2) = Vec3(sy * cp, sp, cy * cp);
    m.col(1) = m.col(2).cross(m.col(0));
    return m;
}

Vec3 eye(const Camera& camera)
{
    return camera.pivot + camera.distance * axes(camera).col(2);
}

Ray rayThrough(const Camera& camera, const ViewSize& size, const Pixel& pixel)
{
    const Mat3 m = axes(camera);
    const double h = halfHeight(camera);
    const Vec3 across((2 * pixel.x() / size.width - 1) * h * size.width / size.height,
                      (1 - 2 * pixel.y() / size.height) * h, 0);
    if (camera.orthographic) return {eye(camera) + m * across, -m.col(2)};
    return {eye(camera), (m * (across - Vec3(0, 0, camera.distance))).normalized()};
}

std::optional<Seen> project(const Camera& camera, const ViewSize& size, const Vec3& point)
{
    const Vec3 local = axes(camera).transpose() * (point - eye(camera));
    const double depth = -local.z();
    if (!(depth > camera.nearPlane)) return std::nullopt;
    const double scale = size.height / (2 * halfHeightAt(camera, depth));
    return Seen{{size.width / 2 + local.x() * scale, size.height / 2 - local.y() * scale}, depth};
}

double unitsPerPixel(const Camera& camera, const ViewSize& size, double depth)
{
    return 2 * halfHeightAt(camera, depth) / size.height;
}

Vec3 onViewPlane(const Camera& camera, const ViewSize& size, const Pixel& pixel, const Vec3& point)
{
    const Ray ray = rayThrough(camera, size, pixel);
    const Vec3 forward = -axes(camera).col(2);
    return ray.origin +
           ray.direction * ((point - ray.origin).dot(forward) / ray.direction.dot(forward));
}

Camera orbited(Camera camera, const ViewSize& size, const Pixel& drag)
{
    const double perPixel = std::numbers::pi / size.height;
    camera.yaw = std::remainder(camera.yaw - drag.x() * perPixel, 2 * std::numbers::pi);
    camera.pitch = std::clamp(camera.pitch + drag.y() * perPixel, -kHalfPi, kHalfPi);
    return camera;
}

Camera orbitedAbout(const Camera& camera, const ViewSize& size, const Pixel& drag,
                    const Vec3& point)
{
    Camera turned = orbited(camera, size, drag);
    turned.pivot = point + axes(turned) * (axes(camera).transpose() * (camera.pivot - point));
    return turned;
}

Camera panned(Camera camera, const ViewSize& size, const Pixel& drag)
{
    const double step = unitsPerPixel(camera, size, camera.distance);
    const Mat3 m = axes(camera);
    camera.pivot += step * (drag.y() * m.col(1) - drag.x() * m.col(0));
    return camera;
}

Camera zoomed(Camera camera, const ViewSize& size, const Pixel& pixel, double factor, double least,
              double most)
{
    const Vec3 under = onViewPlane(camera, size, pixel, camera.pivot);
    const double distance = std::clamp(camera.distance * factor, least, most);
    camera.pivot = under + (camera.pivot - under) * (distance / camera.distance);
    camera.distance = distance;
    return camera;
}

Camera framing(Camera camera, const ViewSize& size, std::span<const Vec3> points)
{
    if (points.empty()) return camera;
    constexpr double kMargin = 1.15;
    const Mat3 m = axes(camera);
    const double up = std::tan(camera.verticalFov / 2) / kMargin;
    const double right = up * size.width / size.height;

    // Each point gives each side of the view a minimal distance; the camera fits between opposite
    // sides.
    constexpr double kNone = -1e300;
    double sides[4] = {kNone, kNone, kNone, kNone};
    double back = kNone, front = kNone;
    for (const Vec3& point : points) {
        const Vec3 p = m.transpose() * point;
        const double depth = camera.orthographic ? 0 : p.z();
        sides[0] = std::max(sides[0], depth + p.x() / right);
        sides[1] = std::max(sides[1], depth - p.x() / right);
        sides[2] = std::max(sides[2], depth + p.y() / up);
        sides[3] = std::max(sides[3], depth - p.y() / up);
        front = std::max(front, p.z());
        back = std::max(back, -p.z());
    }
    const double middle = (front - back) / 2;
    camera.pivot =
        m * Vec3(right * (sides[0] - sides[1]) / 2, up * (sides[2] - sides[3]) / 2, middle);
    const double distance =
        std::max(sides[0] + sides[1], sides[2] + sides[3]) / 2 - (camera.orthographic ? 0 : middle);
    if (distance > 0) camera.distance = distance;
    // From right above, a standing figure would fit from so near that its head hides the rest.
    constexpr double kHalfDepths = 2.6;
    if (!camera.orthographic)
        camera.distance = std::max(camera.distance, kHalfDepths * (front + back) / 2);
    return camera;
}

Camera framing(Camera camera, const ViewSize& size, const Box& box)
{
    if (box.empty()) return camera;
    std::array<Vec3, 8> corners;
    for (int i = 0; i < 8; ++i)
        corners[i] = {(i & 1 ? box.highest : box.lowest).x(),
                      (i & 2 ? box.highest : box.lowest).y(),
                      (i & 4 ? box.highest : box.lowest).z()};
    return framing(camera, size, corners);
}

Camera withClipPlanes(Camera camera, double sceneSize)
{
    camera.farPlane = camera.distance + 20 * sceneSize;
    camera.nearPlane = camera.orthographic
                           ? camera.distance - 20 * sceneSize
                           : std::max(camera.distance * 0.02, camera.farPlane * 1e-5);
    return camera;
}

}  // namespace posewright
