#include "ui/look/clear_style.h"

#include "ui/look/contrast.h"
#include "ui/look/icons.h"

#include <QPainter>
#include <QStyleOption>

namespace posewright::ui {

namespace {

/// Our own icon instead of a standard one; null if there is none.
const char* drawingOf(QStyle::StandardPixmap which)
{
    switch (which) {
    case QStyle::SP_MessageBoxWarning: return "say-warning";
    case QStyle::SP_MessageBoxQuestion: return "say-question";
    case QStyle::SP_MessageBoxInformation: return "say-information";
    case QStyle::SP_MessageBoxCritical: return "say-critical";
    case QStyle::SP_DirIcon:
    case QStyle::SP_DirClosedIcon:
    case QStyle::SP_DirLinkIcon: return "folder";
    case QStyle::SP_DirOpenIcon:
    case QStyle::SP_DirLinkOpenIcon: return "open";
    case QStyle::SP_DirHomeIcon: return "home";
    case QStyle::SP_FileIcon:
    case QStyle::SP_FileLinkIcon: return "file";
    case QStyle::SP_FileDialogNewFolder: return "folder-new";
    case QStyle::SP_FileDialogToParent: return "folder-up";
    case QStyle::SP_FileDialogBack:
    case QStyle::SP_ArrowBack: return "go-back";
    case QStyle::SP_ArrowForward: return "go-forward";
    case QStyle::SP_FileDialogListView: return "list";
    case QStyle::SP_FileDialogDetailedView: return "details";
    case QStyle::SP_ComputerIcon:
    case QStyle::SP_DesktopIcon: return "computer";
    case QStyle::SP_DriveHDIcon:
    case QStyle::SP_DriveFDIcon:
    case QStyle::SP_DriveCDIcon:
    case QStyle::SP_DriveDVDIcon:
    case QStyle::SP_DriveNetIcon: return "drive";
    case QStyle::SP_TitleBarNormalButton: return "dock-float";
    case QStyle::SP_TitleBarCloseButton:
    case QStyle::SP_DockWidgetCloseButton: return "dock-close";
    default: return nullptr;
    }
}

}  // namespace

ClearStyle::ClearStyle(QStyle* base) : QProxyStyle(base) {}

void ClearStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool round = element == PE_IndicatorRadioButton;
    if (!round && element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck)
        return;
    QColor color = boxOutline(option->palette);
    if (!(option->state & State_Enabled)) color.setAlphaF(0.5F);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(color, 1));
    const QRectF box = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    if (round)
        painter->drawEllipse(box);
    else
        painter->drawRoundedRect(box, 1.5, 1.5);
    painter->restore();
}

int ClearStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* returned) const
{
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
    if (hint == SH_Menu_AllowActiveAndDisabled) return 1;
    return QProxyStyle::styleHint(hint, option, widget, returned);
}

QIcon ClearStyle::standardIcon(StandardPixmap which, const QStyleOption* option,
                               const QWidget* widget) const
{
    const char* drawing = drawingOf(which);
    return drawing ? icon(drawing) : QProxyStyle::standardIcon(which, option, widget);
}

QPixmap ClearStyle::standardPixmap(StandardPixmap which, const QStyleOption* option,
                                   const QWidget* widget) const
{
    const char* drawing = drawingOf(which);
    return drawing ? icon(drawing).pixmap(QSize(16, 16), widget ? widget->devicePixelRatioF() : 1)
                   : QProxyStyle::standardPixmap(which, option, widget);
}

QColor boxOutline(const QPalette& palette)
{
    constexpr double kLeast = 4;
    const QColor ink = palette.color(QPalette::Active, QPalette::WindowText);
    const QColor window = palette.color(QPalette::Window), base = palette.color(QPalette::Base);
    // What contrasts with the one closer to the text colour also contrasts with the other.
    const QColor nearer = contrast(window, ink) < contrast(base, ink) ? window : base;
    return standingOut(nearer, ink, kLeast);
}

}  // namespace posewright::ui
