#include "ui/viewport/uncovered.h"

#include <algorithm>
#include <array>

namespace posewright::ui {

double Uncovered::top() const
{
    return std::clamp(covered, 0.0, size.height / 2);
}

Camera lookingAt(Camera camera, const Uncovered& view, const Vec3& point)
{
    camera.pivot = point;
    const double unit = unitsPerPixel(camera, view.size, camera.distance);
    camera.pivot += axes(camera).col(1) * (view.top() / 2 * unit);
    return camera;
}

Camera framingIn(Camera camera, const Uncovered& view, std::span<const Vec3> points)
{
    camera = framing(camera, view.part(), points);
    if (view.top() == 0) return camera;
    // The same picture in the lower part of the view.
    camera.distance *= view.size.height / view.part().height;
    return lookingAt(camera, view, camera.pivot);
}

Camera framingIn(Camera camera, const Uncovered& view, const Box& box)
{
    if (box.empty()) return camera;
    std::array<Vec3, 8> corners;
    for (unsigned i = 0; i < corners.size(); ++i)
        corners[i] = Vec3(i & 1U ? box.highest.x() : box.lowest.x(),
                          i & 2U ? box.highest.y() : box.lowest.y(),
                          i & 4U ? box.highest.z() : box.lowest.z());
    return framingIn(camera, view, corners);
}

bool isSeenIn(const Camera& camera, const Uncovered& view, const Vec3& point, double edge)
{
    const std::optional<Seen> seen = project(camera, view.size, point);
    return seen && seen->pixel.x() >= edge && seen->pixel.x() <= view.size.width - edge &&
           seen->pixel.y() >= view.top() + edge && seen->pixel.y() <= view.size.height - edge;
}

}  // namespace posewright::ui
