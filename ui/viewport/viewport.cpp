#include "ui/viewport/viewport.h"

#include "ui/viewport/no_viewport.h"
#include "ui/viewport/qt3d/frame_graph.h"
#include "ui/viewport/qt3d/qt3d_viewport.h"

namespace posewright::ui {

void Viewport::lookFrom(StandardView view)
{
    constexpr double kClose = 0.75;  // of the distance from which the whole figure is seen
    const Camera before = camera();
    frameAll();
    if (before.distance > kClose * camera().distance) {
        setCamera(lookingFrom(camera(), view));
        return frameAll();
    }
    // A close-up stays one, of the selection if that is in it.
    frameSelected();
    const ViewSize size = viewSize();
    const auto inside = [&](const std::optional<Seen>& seen) {
        return seen && seen->pixel.x() >= 0 && seen->pixel.x() <= size.width &&
               seen->pixel.y() >= 0 && seen->pixel.y() <= size.height;
    };
    Camera close = before;
    if (inside(project(before, size, camera().pivot))) close.pivot = camera().pivot;
    setCamera(lookingFrom(close, view));
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
