#pragma once

#include "core/math/camera.h"

#include <Qt3DRender/QCamera>
#include <Qt3DRender/QClearBuffers>
#include <Qt3DRender/QFrameGraphNode>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderSurfaceSelector>

namespace posewright::ui {

/// In what order the view is drawn: the scene, then what bears the layer `over` over it, then what
/// bears the layer `flat` over both, then, when asked, a copy of the picture.
struct FrameGraph {
    Qt3DRender::QRenderSurfaceSelector* root = nullptr;
    Qt3DRender::QRenderCapture* capture = nullptr;
    Qt3DRender::QClearBuffers* background = nullptr;
};
FrameGraph makeFrameGraph(Qt3DRender::QCamera* camera, Qt3DRender::QLayer& over,
                          Qt3DRender::QLayer& flat);

/// Points Qt 3D's camera as ours.
void aim(Qt3DRender::QCamera& to, const Camera& camera, const ViewSize& size);

/// Asks Qt 3D for its OpenGL renderer, which our shaders are written for, and sets the default
/// surface format. Called before the first OpenGL context is made. Idempotent.
void prepareOpenGl();

/// Is there an OpenGL that our shaders run on? Makes a context to find out; the answer is kept.
bool hasOpenGl();

}  // namespace posewright::ui
