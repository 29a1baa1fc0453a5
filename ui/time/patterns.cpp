#include "ui/time/patterns.h"

#include <QPainter>

#include <cmath>

namespace posewright::ui {

void PatternCache::fill(QPainter& painter, const QRectF& bar, Pattern pattern, const QColor& color,
                        qreal ratio, const QColor& ground)
{
    constexpr int kStep = 6;           ///< of the pattern [px]
    constexpr int kWide = kStep * 43;  ///< of one tile
    const int height = static_cast<int>(std::ceil(bar.height()));
    const quint64 look = (static_cast<quint64>(color.rgba()) << 32U) |
                         (static_cast<quint64>(std::lround(ratio * 100)) << 16U) |
                         (static_cast<quint64>(height & 0xfff) << 4U) |
                         static_cast<quint64>(pattern);
    const std::pair id(look, ground.rgba());
    auto at = pieces_.find(id);
    if (at == pieces_.end()) {
        QPixmap piece((QSizeF(kWide, height) * ratio).toSize());
        piece.setDevicePixelRatio(ratio);
        piece.fill(ground);
        QPainter inner(&piece);
        inner.setRenderHint(QPainter::Antialiasing, pattern != Pattern::Dots);
        inner.setPen(QPen(color, 1.2));
        for (int x = -height; x < kWide + height; x += kStep) {
            if (pattern == Pattern::Dots) {
                for (int y = 2; y < height; y += 4)
                    inner.fillRect(QRect(x + (y / 4 % 2 != 0 ? kStep / 2 : 0), y, 2, 2), color);
                continue;
            }
            inner.drawLine(QPointF(x, height), QPointF(x + height, 0));
            if (pattern == Pattern::Crosses)
                inner.drawLine(QPointF(x, 0), QPointF(x + height, height));
        }
        inner.end();
        at = pieces_.emplace(id, std::move(piece)).first;
    }
    const auto aligned = [ratio](double v) { return std::round(v * ratio) / ratio; };
    const double top = aligned(bar.top()), left = aligned(bar.left()), right = aligned(bar.right());
    const int pieces = int(std::ceil((right - left) / kWide));
    for (int piece = 0; piece < pieces; ++piece) {
        const double x = left + double(piece) * kWide;
        const double width = std::min<double>(kWide, right - x);
        painter.drawPixmap(QPointF(x, top), at->second,
                           QRectF(0, 0, width * ratio, bar.height() * ratio));
    }
}

}  // namespace posewright::ui
