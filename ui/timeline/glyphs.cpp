#include "ui/timeline/glyphs.h"

#include <QFontMetrics>
#include <QPainter>

#include <cmath>

namespace posewright::ui {

namespace {

void paintKey(QPainter& painter, const KeyLook& look, double radius, const TimelineColors& colors)
{
    QColor color = look.chosen ? colors.chosen : look.dim ? colors.keyDim : colors.key;
    if (look.hovered) color = mixed(color, colors.chosen, 0.45);
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
    // A linear key is a diamond with a hole; an overridden key is only an outline.
    if (look.hollow && !look.chosen) {
        painter.setPen(QPen(mixed(colors.ground, color, 0.75), 1));
        painter.setBrush(Qt::NoBrush);
        shape();
        return;
    }
    if (colors.keyHalo != colors.edge) {
        painter.setPen(QPen(colors.keyHalo, 3, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        shape();
    }
    painter.setPen(QPen(colors.edge, 1.2));
    painter.setBrush(color);
    shape();
    if (look.glyph != Glyph::Linear) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.ground);
    diamond(r * 0.45);
}

}  // namespace

const Sprite& GlyphCache::get(const KeyLook& look, int size, qreal ratio,
                              const TimelineColors& colors)
{
    if (ink_ != colors.key.rgba()) sprites_.clear();
    ink_ = colors.key.rgba();
    const quint64 id = (static_cast<quint64>(std::lround(ratio * 100)) << 24U) |
                       (static_cast<quint64>(size) << 8U) |
                       (static_cast<quint64>(look.glyph) << 4U) | (look.chosen ? 1U : 0U) |
                       (look.hovered ? 2U : 0U) | (look.dim ? 4U : 0U) | (look.hollow ? 8U : 0U);
    const auto known = sprites_.find(id);
    if (known != sprites_.end()) return known->second;

    const int side = size + 4;
    QImage image((QSizeF(side, side) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(side / 2.0, side / 2.0);
    paintKey(painter, look, size / 2.0, colors);
    painter.end();
    return sprites_.emplace(id, Sprite(std::move(image))).first->second;
}

const QStaticText& GlyphCache::name(const QString& text, const QFont& font, int width)
{
    if (font != nameFont_) names_.clear();
    nameFont_ = font;
    const QString id = QString::number(width) + u'/' + text;
    auto at = names_.find(id);
    if (at == names_.end()) {
        if (names_.size() > 4096) names_.clear();
        QStaticText laidOut(QFontMetrics(font).elidedText(text, Qt::ElideMiddle, width));
        laidOut.setTextFormat(Qt::PlainText);
        laidOut.setPerformanceHint(QStaticText::AggressiveCaching);
        laidOut.prepare({}, font);
        at = names_.insert(id, laidOut);
    }
    return *at;
}

}  // namespace posewright::ui
