#include "ui/desk/filter_line.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QKeyEvent>

namespace posewright::ui {

namespace {

/// Does the key move through a list?
bool walks(const QKeyEvent& key)
{
    return key.key() == Qt::Key_Up || key.key() == Qt::Key_Down || key.key() == Qt::Key_PageUp ||
           key.key() == Qt::Key_PageDown;
}

}  // namespace

FilterLine::FilterLine(QAbstractItemView& list, const QString& name, const QString& placeholder,
                       const QString& accessibleName) :
    list_(list)
{
    setObjectName(name);
    setPlaceholderText(placeholder);
    setAccessibleName(accessibleName);
    setClearButtonEnabled(true);
}

bool FilterLine::event(QEvent* event)
{
    // These keys may be shortcuts of the window; here they belong to the list.
    if (event->type() == QEvent::ShortcutOverride && walks(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void FilterLine::keyPressEvent(QKeyEvent* event)
{
    if (walks(*event))
        QCoreApplication::sendEvent(&list_, event);
    else
        QLineEdit::keyPressEvent(event);
}

}  // namespace posewright::ui
