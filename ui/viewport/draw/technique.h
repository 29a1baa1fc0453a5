#pragma once

#include <array>

namespace Qt3DRender {
class QEffect;
class QRenderPass;
}  // namespace Qt3DRender

namespace posewright::ui {

/// Gives an effect the same two shaders (without their #version) for desktop OpenGL 3.2 and for
/// OpenGL ES 3.0; the pass of each, to add render states to.
std::array<Qt3DRender::QRenderPass*, 2> addTechniques(Qt3DRender::QEffect& effect,
                                                      const char* vertex, const char* fragment);

/// What the pass draws lets through what lies behind, by its alpha, and hides nothing. The picture
/// itself stays opaque.
void letThrough(Qt3DRender::QRenderPass& pass);

/// Both sides of triangles are drawn.
void drawBothSides(Qt3DRender::QRenderPass& pass);

}  // namespace posewright::ui
