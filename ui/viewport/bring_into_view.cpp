#include "ui/viewport/bring_into_view.h"

#include "ui/viewport/viewport.h"

#include <algorithm>

namespace posewright::ui {

void bringIntoView(Viewport& viewport, const Vec3& place)
{
    constexpr double kInside = 40;  // from the border of the view [px]
    Camera camera = viewport.camera();
    const ViewSize size = viewport.viewSize();
    const auto inside = [=](double at, double length) {
        const double edge = std::min(kInside, length / 4);
        return at >= edge && at <= length - edge;
    };
    const auto seen = project(camera, size, place);
    if (seen && inside(seen->pixel.x(), size.width) && inside(seen->pixel.y(), size.height)) return;
    camera.pivot = place;
    viewport.setCamera(camera);
}

}  // namespace posewright::ui
