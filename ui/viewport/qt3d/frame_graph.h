#pragma once

#include "core/math/camera.h"
#include "ui/viewport/draw/shading.h"

#include <Qt3DRender/QCamera>
#include <Qt3DRender/QClearBuffers>
#include <Qt3DRender/QFrameGraphNode>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QLayerFilter>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderSurfaceSelector>
#include <Qt3DRender/QRenderTargetSelector>

namespace posewright::ui {

/// The drawing order: the scene, then entities with the layer `over`, then those with the layer
/// `flat`, then, on request, a capture of the picture. All of it goes into what `into` selects; by
/// default that is the surface.
struct FrameGraph {
    Qt3DRender::QRenderSurfaceSelector* root = nullptr;
    Qt3DRender::QRenderTargetSelector* into = nullptr;
    Qt3DRender::QLayerFilter* scene = nullptr;  ///< discards entities with any of its layers
    Qt3DRender::QRenderCapture* capture = nullptr;
    Qt3DRender::QClearBuffers* background = nullptr;
};
FrameGraph makeFrameGraph(Qt3DRender::QCamera* camera, Qt3DRender::QLayer& over,
                          Qt3DRender::QLayer& flat);

/// Sets Qt 3D's camera to ours.
void aim(Qt3DRender::QCamera& to, const Camera& camera, const ViewSize& size);

/// Asks Qt 3D for its OpenGL renderer, which our shaders are written for, and sets the default
/// surface format. To be called before the first OpenGL context is created. Idempotent.
void prepareOpenGl();

/// Does OpenGL support our shaders? Creates a context to find out; the result is cached.
bool hasOpenGl();

/// Does the processor draw for desktop OpenGL, as Mesa's llvmpipe does? Then windows get one sample
/// a pixel, and SmoothEdges takes the place of the others.
bool processorDraws();

/// The graphics card, unless it is the processor that draws: then nothing is gained (decision 136).
/// POSEWRIGHT_SKINNING=processor or =card decides instead; it is read at each call.
MovedBy surfacesMovedBy();

}  // namespace posewright::ui
