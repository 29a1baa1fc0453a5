#pragma once

#include <QProxyStyle>

namespace posewright::ui {

/// Fusion, but for the signs on the title bars of panels: Fusion draws them from small bitmaps,
/// which are a blur on screens of twice the density.
class DeskStyle final : public QProxyStyle {
    Q_OBJECT

public:
    DeskStyle();

    QIcon standardIcon(StandardPixmap which, const QStyleOption* option = nullptr,
                       const QWidget* widget = nullptr) const override;
};

}  // namespace posewright::ui
