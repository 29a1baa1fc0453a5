#include "ui/viewport/qt3d/window3d.h"

#include <QCoreApplication>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>
#include <QWheelEvent>

namespace posewright::ui {

Window3d::Window3d(Interaction& interaction) : interaction_(interaction) {}

bool Window3d::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::Leave: interaction_.leave(); break;
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
    return Qt3DWindow::event(event);
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
    // With Alt some platforms turn the wheel on its side.
    const QPoint turn = event->angleDelta();
    interaction_.wheel(event->position(), turn.y() ? turn.y() : turn.x(), event->modifiers());
}

void Window3d::resizeEvent(QResizeEvent* event)
{
    Qt3DWindow::resizeEvent(event);
    emit resized();
}

}  // namespace posewright::ui
