#include "ui/desk/filter_line.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QKeyEvent>

namespace posewright::ui {

FilterLine::FilterLine(QAbstractItemView& list, const QString& name, const QString& placeholder,
                       const QString& accessibleName) :
    list_(list)
{
    setObjectName(name);
    setPlaceholderText(placeholder);
    setAccessibleName(accessibleName);
    setClearButtonEnabled(true);
}

void FilterLine::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: QCoreApplication::sendEvent(&list_, event); break;
    default: QLineEdit::keyPressEvent(event);
    }
}

}  // namespace posewright::ui
