#include "ui/viewport/viewport.h"

#include "ui/viewport/no_viewport.h"
#include "ui/viewport/qt3d/frame_graph.h"
#include "ui/viewport/qt3d/qt3d_viewport.h"

#include <utility>

namespace posewright::ui {

namespace {

/// Is the camera's pivot at the figure, or the middle of the figure in the view?
bool shows(const Camera& camera, const Uncovered& view, const std::vector<Vec3>& figure)
{
    constexpr double kBeside = 0.05;  // of its diagonal
    Box bounds;
    for (const Vec3& point : figure) bounds.include(point);
    const double beside = kBeside * bounds.diagonal();
    const bool at = (camera.pivot.array() >= bounds.lowest.array() - beside).all() &&
                    (camera.pivot.array() <= bounds.highest.array() + beside).all();
    return at || (!bounds.empty() && isSeenIn(camera, view, bounds.center()));
}

}  // namespace

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
    Camera close = before;
    if (isSeenIn(before, uncovered(), camera().pivot)) close.pivot = camera().pivot;
    setCamera(lookingFrom(close, view));
    if (!shows(camera(), uncovered(), shownPoints())) frameAll();
}

void Viewport::setCovered(int height)
{
    if (std::exchange(covered_, height) != height) emit coveredChanged();
}

void Viewport::setOrthographic(bool orthographic)
{
    Camera turned = camera();
    turned.orthographic = orthographic;
    setCamera(turned);
}

void Viewport::reveal(const Vec3& point, double edge)
{
    constexpr double kStep = 1.1;     // factor of the distance
    constexpr double kMostOut = 100;  // times the current distance; a point at the eye never comes
                                      // into view
    const Uncovered view = uncovered();
    const auto inside = [&](const Camera& camera) { return isSeenIn(camera, view, point, edge); };
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
