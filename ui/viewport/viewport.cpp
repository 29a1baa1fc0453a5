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

std::unique_ptr<Viewport> makeViewport(Session& session, Evaluator& evaluator)
{
    if (hasOpenGl()) return std::make_unique<Qt3dViewport>(session, evaluator);
    return std::make_unique<NoViewport>(session, evaluator);
}

}  // namespace posewright::ui
