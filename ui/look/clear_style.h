#pragma once

#include <QProxyStyle>

namespace posewright::ui {

/// A proxy style: check boxes have a visible outline, and standard icons of dialogs and panels are
/// our own, sharp at every screen scale. Dialog buttons have no icons. Disabled menu entries can be
/// highlighted, so that the status bar shows why they are disabled.
class ClearStyle : public QProxyStyle {
    Q_OBJECT

public:
    /// @param base becomes owned
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

/// The outline colour of a check box on this palette: contrast 3:1 or more against the window and
/// fields (WCAG 2.1, non-text contrast).
QColor boxOutline(const QPalette& palette);

}  // namespace posewright::ui
