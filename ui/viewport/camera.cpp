#include "ui/viewport/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

constexpr double kHalfPi = std::numbers::pi / 2;

/// Half the height of the view at distance 1.
double halfHeight(const Camera& camera)
{
    return std::tan(camera.verticalFov / 2);
}

}  // namespace

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
    const double h = halfHeight(camera);
    const double x = (2 * pixel.x() / size.width - 1) * h * size.width / size.height;
    const double y = (1 - 2 * pixel.y() / size.height) * h;
    return {eye(camera), (axes(camera) * Vec3(x, y, -1)).normalized()};
}

std::optional<Seen> project(const Camera& camera, const ViewSize& size, const Vec3& point)
{
    const Vec3 local = axes(camera).transpose() * (point - eye(camera));
    const double depth = -local.z();
    if (!(depth > camera.nearPlane)) return std::nullopt;
    const double scale = size.height / (2 * halfHeight(camera) * depth);
    return Seen{{size.width / 2 + local.x() * scale, size.height / 2 - local.y() * scale}, depth};
}

double unitsPerPixel(const Camera& camera, const ViewSize& size, double depth)
{
    return 2 * halfHeight(camera) * depth / size.height;
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

Camera framing(Camera camera, const ViewSize& size, const Box& box)
{
    if (box.empty()) return camera;
    constexpr double kMargin = 1.15;
    const Mat3 m = axes(camera);
    const double up = halfHeight(camera) / kMargin;
    const double right = up * size.width / size.height;
    camera.pivot = box.center();

    // Each corner asks for a distance from which it is just inside.
    double distance = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 at((corner & 1 ? box.highest : box.lowest).x(),
                      (corner & 2 ? box.highest : box.lowest).y(),
                      (corner & 4 ? box.highest : box.lowest).z());
        const Vec3 local = m.transpose() * (at - camera.pivot);
        distance = std::max({distance, local.z() + std::abs(local.x()) / right,
                             local.z() + std::abs(local.y()) / up});
    }
    if (distance > 0) camera.distance = distance;
    return camera;
}

Camera withClipPlanes(Camera camera, double sceneSize)
{
    camera.farPlane = camera.distance + 20 * sceneSize;
    camera.nearPlane = std::max(camera.distance * 0.02, camera.farPlane * 1e-5);
    return camera;
}

}  // namespace posewright::ui
