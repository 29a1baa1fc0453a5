#pragma once

#include <QColor>
#include <QPixmap>

#include <cstdint>
#include <map>
#include <utility>

class QPainter;

namespace posewright::ui {

/// What fills a bar beside its colour.
enum class Pattern : std::uint8_t { Dots, Slants, Crosses };

/// Draws pieces of patterns once for each look, and copies them ever after.
class PatternCache {
public:
    /// Fills a bar with a pattern on a ground, or on whatever is there; with a ground it is copied
    /// and not blended. Qt's own pattern brushes take twenty times as long on a scaled canvas.
    void fill(QPainter& painter, const QRectF& bar, Pattern pattern, const QColor& color,
              qreal ratio, const QColor& ground = Qt::transparent);

private:
    std::map<std::pair<quint64, QRgb>, QPixmap> pieces_;
};

}  // namespace posewright::ui
