#include "ui/viewport/viewport.h"

#include "ui/viewport/no_viewport.h"
#include "ui/viewport/qt3d/frame_graph.h"
#include "ui/viewport/qt3d/qt3d_viewport.h"

namespace posewright::ui {

void Viewport::lookFrom(StandardView view)
{
    setCamera(lookingFrom(camera(), view));
    frameAll();
}

void Viewport::setOrthographic(bool orthographic)
{
    Camera turned = camera();
    turned.orthographic = orthographic;
    setCamera(turned);
}

void Viewport::reveal(const Vec3& point)
{
    constexpr double kEdge = 40;      // from the border [px], so that the whole symbol is visible
    constexpr double kStep = 1.1;     // factor of the distance
    constexpr double kMostOut = 100;  // times the current distance; a point at the eye never comes
                                      // into view
    const ViewSize size = viewSize();
    const auto inside = [&](const Camera& camera) {
        const std::optional<Seen> seen = project(camera, size, point);
        return seen && seen->pixel.x() >= kEdge && seen->pixel.x() <= size.width - kEdge &&
               seen->pixel.y() >= kEdge && seen->pixel.y() <= size.height - kEdge;
    };
    Camera back = camera();
    const double most = back.distance * kMostOut;
    while (!inside(back) && back.distance < most) back.distance *= kStep;
    if (inside(back) && !(back == camera())) setCamera(back);
}

std::unique_ptr<Viewport> makeViewport(Session& session, Evaluator& evaluator)
{
    if (hasOpenGl()) return std::make_unique<Qt3dViewport>(session, evaluator);
    return std::make_unique<NoViewport>(session, evaluator);
}

}  // namespace posewright::ui
