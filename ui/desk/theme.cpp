#include "ui/desk/theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>

namespace posewright::ui {

void applyTheme(QApplication& application)
{
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const QColor window(0x35, 0x38, 0x3e), base(0x26, 0x28, 0x2c), text(0xe6, 0xe8, 0xeb);
    const QColor button(0x42, 0x46, 0x4d), highlight(0x2f, 0x6f, 0xb3), faint(0x9d, 0xa3, 0xac);
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, QColor(0x2c, 0x2f, 0x34));
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, faint);
    palette.setColor(QPalette::Button, button);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::Highlight, highlight);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, QColor(0x1c, 0x1e, 0x21));
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Link, QColor(0x7f, 0xb8, 0xf0));
    palette.setColor(QPalette::Light, QColor(0x53, 0x58, 0x60));
    palette.setColor(QPalette::Midlight, QColor(0x4a, 0x4e, 0x56));
    palette.setColor(QPalette::Mid, QColor(0x2a, 0x2c, 0x31));
    palette.setColor(QPalette::Dark, QColor(0x1f, 0x21, 0x25));
    palette.setColor(QPalette::Shadow, QColor(0x12, 0x13, 0x15));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(0x4a, 0x50, 0x59));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, text);
    QApplication::setPalette(palette);
    application.setStyleSheet(QStringLiteral(
        "QToolTip { color: #e6e8eb; background: #1c1e21; border: 1px solid #53585f; padding: 3px; }"
        "QMainWindow::separator { background: #26282c; width: 4px; height: 4px; }"));
}

}  // namespace posewright::ui
