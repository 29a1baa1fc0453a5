#include "ui/timeline/glyphs.h"

#include <QFontMetrics>
#include <QPainter>

#include <cmath>

namespace posewright::ui {

namespace {

void paintSign(QPainter& painter, const KeyLook& look, double radius, const TimelineColors& colors)
{
    QColor color = look.chosen ? colors.keyChosen : look.dim ? colors.keyDim : colors.key;
    if (look.hovered) color = mixed(color, colors.keyChosen, 0.45);
    const double r = radius * (look.dim ? 0.8 : look.hovered ? 1.0 : 0.92);
    const auto diamond = [&](double d) {
        painter.drawPolygon(QPolygonF({{0, -d}, {d, 0}, {0, d}, {-d, 0}}));
    };
    const auto shape = [&] {
        switch (look.glyph) {
        case Glyph::Linear:
        case Glyph::Curve: diamond(r); break;
        case Glyph::Hold: painter.drawRect(QRectF(-r * 0.74, -r * 0.74, r * 1.48, r * 1.48)); break;
        case Glyph::Eased: painter.drawEllipse(QPointF(), r * 0.82, r * 0.82); break;
        }
    };
    // A linear key is a diamond with a hole; one that something else overrides is a mere outline.
    if (look.hollow && !look.chosen) {
        painter.setPen(QPen(mixed(colors.ground, color, 0.75), 1));
        painter.setBrush(Qt::NoBrush);
        shape();
        return;
    }
    if (colors.keyHalo != colors.keyEdge) {
        painter.setPen(QPen(colors.keyHalo, 3, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        shape();
    }
    painter.setPen(QPen(colors.keyEdge, 1.2));
    painter.setBrush(color);
    shape();
    if (look.glyph != Glyph::Linear) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.ground);
    diamond(r * 0.45);
}

}  // namespace

const Sign& GlyphCache::get(const KeyLook& look, int size, qreal ratio,
                            const TimelineColors& colors)
{
    if (ink_ != colors.key.rgba()) signs_.clear();
    ink_ = colors.key.rgba();
    const quint64 id = (static_cast<quint64>(std::lround(ratio * 100)) << 24U) |
                       (static_cast<quint64>(size) << 8U) |
                       (static_cast<quint64>(look.glyph) << 4U) | (look.chosen ? 1U : 0U) |
                       (look.hovered ? 2U : 0U) | (look.dim ? 4U : 0U) | (look.hollow ? 8U : 0U);
    const auto known = signs_.find(id);
    if (known != signs_.end()) return known->second;

    const int side = size + 4;
    QImage image((QSizeF(side, side) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(side / 2.0, side / 2.0);
    paintSign(painter, look, size / 2.0, colors);
    painter.end();
    return signs_.emplace(id, Sign(std::move(image))).first->second;
}

void GlyphCache::fill(QPainter& painter, const QRectF& bar, Pattern pattern, const QColor& color,
                      qreal ratio, const QColor& ground)
{
    constexpr int kStep = 6;           ///< of the pattern [px]
    constexpr int kWide = kStep * 43;  ///< of a piece
    const int height = static_cast<int>(std::ceil(bar.height()));
    const quint64 look = (static_cast<quint64>(color.rgba()) << 32U) |
                         (static_cast<quint64>(std::lround(ratio * 100)) << 16U) |
                         (static_cast<quint64>(height & 0xfff) << 4U) |
                         static_cast<quint64>(pattern);
    const std::pair id(look, ground.rgba());
    auto at = patterns_.find(id);
    if (at == patterns_.end()) {
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
        at = patterns_.emplace(id, std::move(piece)).first;
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

const QStaticText& GlyphCache::name(const QString& text, const QFont& font, int width)
{
    if (font != nameFont_) names_.clear();
    nameFont_ = font;
    const QString id = QString::number(width) + u'/' + text;
    auto at = names_.find(id);
    if (at == names_.end()) {
        if (names_.size() > 4096) names_.clear();
        QStaticText laidOut(QFontMetrics(font).elidedText(text, Qt::ElideRight, width));
        laidOut.setTextFormat(Qt::PlainText);
        laidOut.setPerformanceHint(QStaticText::AggressiveCaching);
        laidOut.prepare({}, font);
        at = names_.insert(id, laidOut);
    }
    return *at;
}

}  // namespace posewright::ui
