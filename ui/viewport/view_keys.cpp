#include "ui/viewport/view_keys.h"

#include "ui/viewport/interaction.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QWidget>
#include <QWindow>

namespace posewright::ui {

namespace {

bool isScrubKey(const QKeyEvent& key)
{
    return key.key() == Qt::Key_K && key.modifiers() == Qt::NoModifier;
}

/// Is text being typed there, so that letters belong to it?
bool writing(const QObject* receiver)
{
    const auto* widget = qobject_cast<const QWidget*>(receiver);
    if (!widget) return false;
    // Until a number is changed, letters in its field are shortcuts of the window.
    if (qobject_cast<const QAbstractSpinBox*>(widget)) {
        const auto* line = widget->findChild<QLineEdit*>();
        return line && line->isModified();
    }
    return widget->testAttribute(Qt::WA_InputMethodEnabled);
}

}  // namespace

ViewKeys::ViewKeys(Interaction& interaction, QWidget& view, QWindow& canvas) :
    interaction_(interaction), view_(&view), canvas_(&canvas)
{
    qApp->installEventFilter(this);
    connect(qApp, &QGuiApplication::focusWindowChanged, this, &ViewKeys::letGoElsewhere);
}

bool ViewKeys::isOurs(const QObject* receiver) const
{
    if (receiver == canvas_.data()) return true;
    const auto* widget = qobject_cast<const QWidget*>(receiver);
    if (!widget || !view_) return false;
    const QWidget* window = widget->window();
    if (window->isModal() || window->windowType() == Qt::Popup) return false;
    // A floating panel is a window of its own, but a child of the main window.
    while (widget && widget != view_->window()) widget = widget->parentWidget();
    return widget;
}

bool ViewKeys::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Enter:
    case QEvent::MouseMove:
        if (watched == canvas_.data()) pointerOver_ = true;
        return false;
    case QEvent::Leave:
        if (watched == canvas_.data()) pointerOver_ = false;
        return false;
    case QEvent::ShortcutOverride: {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (!interaction_.wantsKey(key.key()) || !isOurs(watched)) return false;
        event->accept();
        return true;
    }
    case QEvent::KeyPress:
        return isOurs(watched) && pressed(watched, *static_cast<QKeyEvent*>(event));
    case QEvent::KeyRelease: {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (key.key() == Qt::Key_K && !key.isAutoRepeat()) interaction_.setScrubbing(false);
        return false;
    }
    default: return false;
    }
}

bool ViewKeys::pressed(const QObject* receiver, const QKeyEvent& key)
{
    if (interaction_.wantsKey(key.key())) {
        // Key repeat would switch the axis on and off.
        if (!key.isAutoRepeat()) interaction_.key(key.key());
        return true;
    }
    if (!isScrubKey(key) || writing(receiver)) return false;
    interaction_.setScrubbing(true);
    return pointerOver_;
}

void ViewKeys::letGoElsewhere()
{
    // The key's release will go to the other window.
    const QWindow* focus = QGuiApplication::focusWindow();
    const QWindow* main = view_ ? view_->window()->windowHandle() : nullptr;
    if (!focus || (focus != canvas_.data() && focus != main)) interaction_.setScrubbing(false);
}

}  // namespace posewright::ui
