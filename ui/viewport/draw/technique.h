#pragma once

#include <array>

namespace Qt3DRender {
class QEffect;
class QRenderPass;
}  // namespace Qt3DRender

namespace posewright::ui {

/// Gives an effect the same two shaders (without their #version) for desktop OpenGL 3.2 and OpenGL
/// ES 3.0; returns the pass of each, for adding render states.
std::array<Qt3DRender::QRenderPass*, 2> addTechniques(Qt3DRender::QEffect& effect,
                                                      const char* vertex, const char* fragment);

/// Makes the pass blend by alpha without writing depth. The picture's own alpha stays opaque.
void letThrough(Qt3DRender::QRenderPass& pass);

/// Disables culling.
void drawBothSides(Qt3DRender::QRenderPass& pass);

}  // namespace posewright::ui
