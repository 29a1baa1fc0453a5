#pragma once

#include <QColor>
#include <QPixmap>

#include <cstdint>
#include <map>
#include <utility>

class QPainter;

namespace posewright::ui {

/// The pattern of a bar.
enum class Pattern : std::uint8_t { Dots, Slants, Crosses };

/// Draws tiles of patterns once for each look and copies them afterwards.
class PatternCache {
public:
    /// Fills a bar with a pattern, on `ground`, or over what is there if that is transparent. With
    /// a ground it is copied instead of blended. Qt's pattern brushes take twenty times as long on
    /// a scaled canvas.
    void fill(QPainter& painter, const QRectF& bar, Pattern pattern, const QColor& color,
              qreal ratio, const QColor& ground = Qt::transparent);

private:
    std::map<std::pair<quint64, QRgb>, QPixmap> pieces_;
};

}  // namespace posewright::ui
