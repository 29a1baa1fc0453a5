#include "ui/viewport/qt3d/window3d.h"

#include <QCoreApplication>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>
#include <QWheelEvent>
#include <Qt3DCore/QEntity>
#include <Qt3DLogic/QLogicAspect>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QRenderAspect>
#include <Qt3DRender/QRenderSettings>

namespace posewright::ui {

Window3d::Window3d(Interaction& interaction) :
    interaction_(interaction), root_(new Qt3DCore::QEntity),
    camera_(new Qt3DRender::QCamera(root_)), settings_(new Qt3DRender::QRenderSettings(root_)),
    loop_([this] { frame(); }, [this] { return seen(); })
{
    setSurfaceType(QSurface::OpenGLSurface);
    QSurfaceFormat format = QSurfaceFormat::defaultFormat();
    format.setDepthBufferSize(24);
    format.setStencilBufferSize(8);
    setFormat(format);
    resize(1024, 768);
    engine_.setRunMode(Qt3DCore::QAspectEngine::Manual);
    engine_.registerAspect(new Qt3DRender::QRenderAspect);
    engine_.registerAspect(new Qt3DLogic::QLogicAspect);
}

Window3d::~Window3d()
{
    // Stops Qt 3D's threads, which destroys the scene.
    if (running_)
        engine_.setRootEntity({});
    else
        delete root_;
}

void Window3d::setScene(Qt3DCore::QEntity* scene, Qt3DRender::QFrameGraphNode* frames)
{
    scene->setParent(root_);
    settings_->setActiveFrameGraph(frames);
    root_->addComponent(settings_);
}

void Window3d::frame()
{
    engine_.processFrame();
    if (anew_ > 0 && --anew_ == 0)
        settings_->setRenderPolicy(Qt3DRender::QRenderSettings::OnDemand);
}

void Window3d::drawAnew()
{
    constexpr int kFrames = 3;  // after this many, the last request is visible
    anew_ = kFrames;
    settings_->setRenderPolicy(Qt3DRender::QRenderSettings::Always);
    draw();
}

bool Window3d::seen()
{
    if (!isExposed()) return false;
    // A child window is not told when it is minimised, but the top window is.
    QWindow* top = this;
    while (top->parent()) top = top->parent();
    if (top != this && top != top_) {
        if (top_) top_->removeEventFilter(this);
        top_ = top;
        top->installEventFilter(this);
    }
    return top->isExposed() && !(top->windowStates() & Qt::WindowMinimized);
}

bool Window3d::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Expose || event->type() == QEvent::WindowStateChange) drawAnew();
    return QWindow::eventFilter(watched, event);
}

void Window3d::showEvent(QShowEvent* event)
{
    if (!running_) {
        running_ = true;
        engine_.setRootEntity(Qt3DCore::QEntityPtr(root_));
    }
    QWindow::showEvent(event);
}

bool Window3d::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::Expose:
        drawAnew();
        if (isExposed()) emit exposed();
        break;
    case QEvent::UpdateRequest: drawAnew(); break;
    case QEvent::Leave:
    // Under a dialog or a menu no leaving is told.
    case QEvent::WindowBlocked:
    case QEvent::FocusOut: interaction_.leave(); break;
    case QEvent::DragEnter:
    case QEvent::DragMove: {
        auto* drag = static_cast<QDragMoveEvent*>(event);
        if (drag->mimeData()->hasUrls()) drag->acceptProposedAction();
        return true;
    }
    case QEvent::Drop: {
        auto* drop = static_cast<QDropEvent*>(event);
        QStringList paths;
        for (const QUrl& url : drop->mimeData()->urls())
            if (url.isLocalFile()) paths.push_back(url.toLocalFile());
        drop->acceptProposedAction();
        if (!paths.isEmpty()) emit dropped(paths);
        return true;
    }
    default: break;
    }
    return QWindow::event(event);
}

void Window3d::keyPressEvent(QKeyEvent* event)
{
    if (keyReceiver_) QCoreApplication::sendEvent(keyReceiver_, event);
}

void Window3d::keyReleaseEvent(QKeyEvent* event)
{
    if (keyReceiver_) QCoreApplication::sendEvent(keyReceiver_, event);
}

void Window3d::mousePressEvent(QMouseEvent* event)
{
    interaction_.press(event->position(), event->button(), event->modifiers());
}

void Window3d::mouseMoveEvent(QMouseEvent* event)
{
    interaction_.move(event->position(), event->modifiers());
}

void Window3d::mouseReleaseEvent(QMouseEvent* event)
{
    interaction_.release(event->position(), event->button());
}

void Window3d::mouseDoubleClickEvent(QMouseEvent* event)
{
    interaction_.press(event->position(), event->button(), event->modifiers());
}

void Window3d::wheelEvent(QWheelEvent* event)
{
    // With Alt, some platforms turn the wheel into a horizontal one.
    const QPoint turn = event->angleDelta();
    interaction_.wheel(event->position(), turn.y() ? turn.y() : turn.x(), event->modifiers());
}

void Window3d::resizeEvent(QResizeEvent* event)
{
    QWindow::resizeEvent(event);
    emit resized();
}

}  // namespace posewright::ui
