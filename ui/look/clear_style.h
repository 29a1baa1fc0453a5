#pragma once

#include <QProxyStyle>

namespace posewright::ui {

/// A style over another one: boxes to check have an outline that can be seen, and the signs of
/// dialogs and panels are our own drawings, sharp at every scale of the screen. Buttons of dialogs
/// go without signs: their words say it. Grey entries of menus can be pointed at, so that the
/// status bar says why they are grey.
class ClearStyle : public QProxyStyle {
    Q_OBJECT

public:
    /// @param base is owned from here on
    explicit ClearStyle(QStyle* base);

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption* option = nullptr,
                  const QWidget* widget = nullptr,
                  QStyleHintReturn* returned = nullptr) const override;
    QIcon standardIcon(StandardPixmap which, const QStyleOption* option = nullptr,
                       const QWidget* widget = nullptr) const override;
    QPixmap standardPixmap(StandardPixmap which, const QStyleOption* option = nullptr,
                           const QWidget* widget = nullptr) const override;
};

/// Of the outline of a box on this palette: 3:1 or more against the window and against fields
/// (WCAG 2.1, non-text contrast).
QColor boxOutline(const QPalette& palette);

}  // namespace posewright::ui
