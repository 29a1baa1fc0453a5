#pragma once

#include "ui/viewport/qt3d/frame_graph.h"

#include <QSize>

#include <vector>

namespace Qt3DCore {
class QEntity;
}
namespace Qt3DRender {
class QAbstractTexture;
class QRenderTarget;
}  // namespace Qt3DRender

namespace posewright::ui {

/// Samples of a pixel where edges are smooth.
inline constexpr int kSamples = 4;

/// Smooth edges in a window that has one sample a pixel: the picture is drawn into a texture with
/// several, and their mean into the window. Unlike the samples of a window they can be switched
/// off. For desktop OpenGL.
class SmoothEdges {
public:
    /// What it adds belongs to the frame graph and to `root`.
    SmoothEdges(const FrameGraph& frames, Qt3DCore::QEntity& root);

    /// The size of the window in its own pixels.
    void setSize(const QSize& pixels);
    void setOn(bool on);

private:
    Qt3DRender::QRenderTargetSelector* into_;
    Qt3DRender::QRenderTarget* target_;
    Qt3DCore::QEntity* mean_;
    std::vector<Qt3DRender::QAbstractTexture*> textures_;
};

}  // namespace posewright::ui
