#include "ui/look/theme.h"

#include "ui/look/clear_style.h"

#include <QApplication>
#include <QSettings>
#include <QStyleFactory>
#include <QVariant>

namespace posewright::ui {

namespace {

constexpr const char* kKey = "theme";
constexpr const char* kSystemDark = "posewrightSystemDark";

/// The desktop's theme, before we set our own palette.
bool systemIsDark(QApplication& application)
{
    const QVariant known = application.property(kSystemDark);
    if (known.isValid()) return known.toBool();
    const bool dark = isDark(QApplication::palette());
    application.setProperty(kSystemDark, dark);
    return dark;
}

/// A role's colours in the dark and the light theme.
struct RoleColor {
    QPalette::ColorRole role;
    QRgb dark;
    QRgb light;
};

constexpr RoleColor kThemeColors[] = {
    {QPalette::Window, 0xff35383e, 0xffeceef0},
    {QPalette::WindowText, 0xffe6e8eb, 0xff1b1f24},
    {QPalette::Base, 0xff26282c, 0xffffffff},
    {QPalette::AlternateBase, 0xff2c2f34, 0xfff4f5f7},
    {QPalette::Text, 0xffe6e8eb, 0xff1b1f24},
    {QPalette::PlaceholderText, 0xffb4bac2, 0xff565d66},
    {QPalette::Button, 0xff42464d, 0xffe2e5e8},
    {QPalette::ButtonText, 0xffe6e8eb, 0xff1b1f24},
    {QPalette::BrightText, 0xffffffff, 0xffb00020},
    {QPalette::Highlight, 0xff2f6fb3, 0xff2563a8},
    {QPalette::HighlightedText, 0xffffffff, 0xffffffff},
    {QPalette::ToolTipBase, 0xff1c1e21, 0xffffffff},
    {QPalette::ToolTipText, 0xffe6e8eb, 0xff1b1f24},
    {QPalette::Link, 0xff7fb8f0, 0xff1d5a9c},
    {QPalette::LinkVisited, 0xffc0a6f0, 0xff6a3fa0},
    {QPalette::Light, 0xff535860, 0xffffffff},
    {QPalette::Midlight, 0xff4a4e56, 0xfff3f4f6},
    {QPalette::Mid, 0xff2a2c31, 0xffc3c8ce},
    {QPalette::Dark, 0xff1f2125, 0xffa3a9b1},
    {QPalette::Shadow, 0xff121315, 0xff6f757d},
};

}  // namespace

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() <
           palette.color(QPalette::WindowText).lightness();
}

QPalette paletteOf(bool dark)
{
    QPalette palette;
    for (const RoleColor& color : kThemeColors)
        palette.setColor(color.role, QColor::fromRgb(dark ? color.dark : color.light));
    const QColor faint = palette.color(QPalette::PlaceholderText);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    palette.setColor(QPalette::Disabled, QPalette::Highlight,
                     dark ? QColor(0x4a, 0x50, 0x59) : QColor(0xc9, 0xce, 0xd4));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText,
                     palette.color(QPalette::Active, QPalette::Text));
    return palette;
}

Theme chosenTheme()
{
    const QString name = QSettings().value(QLatin1String(kKey)).toString();
    if (name == QLatin1String("dark")) return Theme::Dark;
    return name == QLatin1String("light") ? Theme::Light : Theme::System;
}

void chooseTheme(Theme theme)
{
    QSettings().setValue(QLatin1String(kKey), theme == Theme::Dark    ? QStringLiteral("dark")
                                              : theme == Theme::Light ? QStringLiteral("light")
                                                                      : QStringLiteral("system"));
}

void applyTheme(QApplication& application)
{
    applyTheme(application, chosenTheme());
}

void applyTheme(QApplication& application, Theme theme)
{
    const bool system = systemIsDark(application);
    const bool dark = theme == Theme::System ? system : theme == Theme::Dark;
    QApplication::setStyle(new ClearStyle(QStyleFactory::create(QStringLiteral("Fusion"))));
    const QPalette palette = paletteOf(dark);
    QApplication::setPalette(palette);
    application.setStyleSheet(
        QStringLiteral("QToolTip { color: %1; background: %2; border: 1px solid %3; padding: 3px; }"
                       "QMainWindow::separator { background: %4; width: 4px; height: 4px; }")
            .arg(palette.color(QPalette::ToolTipText).name(),
                 palette.color(QPalette::ToolTipBase).name(), palette.color(QPalette::Mid).name(),
                 palette.color(dark ? QPalette::Base : QPalette::Mid).name()));
}

}  // namespace posewright::ui
