#pragma once

#include "ui/viewport/interaction.h"
#include "ui/viewport/qt3d/frame_loop.h"

#include <QPointer>
#include <QWindow>
#include <Qt3DCore/QAspectEngine>

namespace Qt3DCore {
class QEntity;
}
namespace Qt3DRender {
class QCamera;
class QFrameGraphNode;
class QRenderSettings;
}  // namespace Qt3DRender

namespace posewright::ui {

/// The native window that Qt 3D draws into, on request and while it is visible. Passes pointer
/// events to the interaction and keys to the main window, except those that ViewKeys takes first.
class Window3d : public QWindow {
    Q_OBJECT

public:
    explicit Window3d(Interaction& interaction);
    ~Window3d() override;

    /// Owned by the window's scene.
    Qt3DRender::QCamera* camera() const { return camera_; }
    /// Sets the scene and frame graph; the window takes ownership of both.
    void setScene(Qt3DCore::QEntity* scene, Qt3DRender::QFrameGraphNode* frames);
    /// Requests drawing after a change of the scene or view.
    void draw() { loop_.ask(); }
    void drawOnce() { loop_.askOnce(); }  ///< see FrameLoop::askOnce
    const FrameLoop& frames() const { return loop_; }

    /// The object that keys are sent to. Not owned.
    void setKeyReceiver(QObject* receiver) { keyReceiver_ = receiver; }

signals:
    void resized();
    /// A part of the window has become visible.
    void exposed();
    void dropped(const QStringList& paths);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    bool seen();
    void frame();
    void drawAnew();

    Interaction& interaction_;
    Qt3DCore::QAspectEngine engine_;
    Qt3DCore::QEntity* root_;  ///< owned until the engine takes it
    Qt3DRender::QCamera* camera_;
    Qt3DRender::QRenderSettings* settings_;
    FrameLoop loop_;
    QPointer<QWindow> top_;  ///< the top-level window, while it is watched
    int anew_ = 0;           ///< frames to draw even without changes
    bool running_ = false;
    QObject* keyReceiver_ = nullptr;
};

}  // namespace posewright::ui
