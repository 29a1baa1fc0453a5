#include "ui/desk/panel_share.h"

#include <QEvent>
#include <QMainWindow>

#include <cmath>

namespace posewright::ui {

PanelShare::PanelShare(QMainWindow& window, QDockWidget& panel) :
    QObject(&window), window_(window), panel_(&panel)
{
    window.installEventFilter(this);
}

bool PanelShare::placed() const
{
    if (!panel_) return false;
    const Qt::DockWidgetArea area = window_.dockWidgetArea(panel_);
    const bool across = area == Qt::BottomDockWidgetArea || area == Qt::TopDockWidgetArea;
    return across && panel_->isVisible() && !panel_->isFloating() && window_.height() > 0;
}

void PanelShare::setShare(double share)
{
    share_ = share;
    apply();
}

void PanelShare::take()
{
    if (!placed()) return;
    share_ = double(panel_->height()) / window_.height();
    emit changed();
}

void PanelShare::apply()
{
    if (!(share_ > 0) || !placed()) return;
    const int wanted = static_cast<int>(std::lround(share_ * window_.height()));
    if (wanted != panel_->height()) window_.resizeDocks({panel_}, {wanted}, Qt::Vertical);
}

bool PanelShare::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &window_) switch (event->type()) {
        case QEvent::Show:
        case QEvent::Resize:
            if (share_ > 0)
                apply();
            else
                take();
            break;
        // The border between panels is the window's own: who lets go of it has said what he wants.
        case QEvent::MouseButtonRelease: take(); break;
        default: break;
        }
    return QObject::eventFilter(watched, event);
}

}  // namespace posewright::ui
