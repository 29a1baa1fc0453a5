#include "ui/desk/desk_style.h"

#include "ui/models/icons.h"

#include <QStyleFactory>

namespace posewright::ui {

DeskStyle::DeskStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

QIcon DeskStyle::standardIcon(StandardPixmap which, const QStyleOption* option,
                              const QWidget* widget) const
{
    switch (which) {
    case SP_TitleBarNormalButton: return icon("dock-float");
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton: return icon("dock-close");
    default: return QProxyStyle::standardIcon(which, option, widget);
    }
}

}  // namespace posewright::ui
