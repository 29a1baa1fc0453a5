#include "ui/timeline/timeline_painter.h"

#include "ui/models/status_text.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr double kReach = 8;       ///< half a key's target [px]
constexpr double kPlayhead = 1.5;  ///< width of its line [px]

QColor mixed(const QColor& a, const QColor& b, double share)
{
    return QColor::fromRgbF(static_cast<float>(a.redF() * (1 - share) + b.redF() * share),
                            static_cast<float>(a.greenF() * (1 - share) + b.greenF() * share),
                            static_cast<float>(a.blueF() * (1 - share) + b.blueF() * share));
}

QColor ink(const TimelinePicture& p, double strength)
{
    return mixed(p.palette.color(QPalette::Base), p.palette.color(QPalette::Text), strength);
}

bool isKey(const TimelineHit& hit, int row, int key)
{
    return hit.part == TimelineHit::Part::Key && hit.row == row && hit.key == key;
}

/// Visible whole frames.
std::pair<int, int> visibleFrames(const TimelineLayout& layout)
{
    return {static_cast<int>(std::floor(layout.frameAt(layout.nameWidth))),
            static_cast<int>(std::ceil(layout.frameAt(layout.size.width())))};
}

void paintRuler(QPainter& painter, const TimelinePicture& p)
{
    const TimelineLayout& l = p.layout;
    const QRect ruler(l.nameWidth, 0, l.size.width() - l.nameWidth, l.rulerHeight);
    painter.fillRect(ruler, p.palette.color(QPalette::Window));
    const double from = l.frameX(p.start), to = l.frameX(p.end);
    painter.fillRect(
        QRectF(from, 0, to - from, l.rulerHeight),
        mixed(p.palette.color(QPalette::Window), p.palette.color(QPalette::Text), 0.1));

    const int step = l.axis.labelStep(56);
    const int tick = std::max(1, step % 5 == 0 ? step / 5 : step / 2);
    const auto [first, last] = visibleFrames(l);
    const QLocale locale;
    for (int frame = first - ((first % tick) + tick) % tick; frame <= last; frame += tick) {
        const auto x = static_cast<int>(std::lround(l.frameX(frame)));
        const bool labelled = frame % step == 0;
        painter.setPen(ink(p, labelled ? 0.45 : 0.25));
        painter.drawLine(x, l.rulerHeight - (labelled ? 7 : 4), x, l.rulerHeight - 1);
        if (!labelled) continue;
        painter.setPen(ink(p, 0.85));
        painter.drawText(QRect(x - 40, 0, 80, l.rulerHeight - 6), Qt::AlignCenter,
                         locale.toString(frame));
    }
}

void paintStrip(QPainter& painter, const TimelinePicture& p)
{
    const TimelineLayout& l = p.layout;
    painter.fillRect(QRect(l.nameWidth, l.rulerHeight, l.size.width() - l.nameWidth, l.stripHeight),
                     ink(p, 0.06));
    const auto [first, last] = visibleFrames(l);
    const int from = std::max(first, static_cast<int>(std::ceil(p.start)));
    const int to = std::min(last, static_cast<int>(std::floor(p.end)));
    for (int frame = from; frame <= to; ++frame) {
        const double x0 = l.frameX(frame - 0.5), x1 = l.frameX(frame + 0.5);
        const QRectF cell(x0, l.rulerHeight + 2, std::max(1.0, x1 - x0), l.stripHeight - 3);
        const auto known = p.strip.find(frame);
        if (known == p.strip.end()) {
            painter.fillRect(cell, ink(p, 0.14));
            continue;
        }
        const Mood mood = moodOf(known->second);
        QColor color = colorOf(mood);
        if (mood == Mood::Quiet) color = ink(p, 0.24);
        if (mood == Mood::Good) color = mixed(color, p.palette.color(QPalette::Base), 0.35);
        // The colour is never the only sign: what is missed fills the cell, what is fine is low.
        QRectF bar = cell;
        if (mood == Mood::Good) bar.setTop(cell.top() + cell.height() * 0.5);
        if (mood == Mood::Quiet) bar.setTop(cell.top() + cell.height() * 0.75);
        painter.fillRect(bar, color);
    }
}

void paintSpan(QPainter& painter, const TimelinePicture& p, const Span& span, const QRect& row)
{
    const TimelineLayout& l = p.layout;
    const QRectF bar(l.frameX(span.start), row.top() + row.height() * 0.22,
                     l.frameX(span.end) - l.frameX(span.start), row.height() * 0.56);
    const QColor color(0x56, 0x9c, 0xd6);
    QColor fill = color;
    switch (span.kind) {
    case SpanKind::Reach:
        fill.setAlphaF(0.16F);
        painter.fillRect(bar, fill);
        painter.setPen(QPen(mixed(p.palette.color(QPalette::Base), color, 0.65), 1));
        break;
    case SpanKind::Contact:
        fill.setAlphaF(0.75F);
        painter.fillRect(bar, fill);
        painter.setPen(QPen(color, 1));
        break;
    case SpanKind::Hold:
        fill.setAlphaF(0.4F);
        painter.fillRect(bar, QBrush(fill, Qt::Dense5Pattern));
        painter.setPen(QPen(color, 1, Qt::DotLine));
        break;
    case SpanKind::Off:
        painter.fillRect(bar, QBrush(ink(p, 0.4), Qt::BDiagPattern));
        painter.setPen(QPen(ink(p, 0.5), 1));
        break;
    }
    painter.drawRect(bar);
}

void paintRow(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs, qreal ratio, int i)
{
    const TimelineLayout& l = p.layout;
    const TimelineRow& row = p.rows[i];
    const QRect rect = l.rowRect(i);
    const bool selected = p.rowSelected && p.rowSelected(row);
    QColor ground = ink(p, i % 2 ? 0.035 : 0.0);
    if (selected) ground = mixed(ground, p.palette.color(QPalette::Highlight), 0.22);
    painter.fillRect(rect, ground);

    for (const Span& span : row.spans) paintSpan(painter, p, span, rect);

    const int size = std::min(rect.height() - 6, QFontMetrics(p.font).height());
    const double half = size / 2.0 + 2;
    for (int k = 0; k < std::ssize(row.keys); ++k) {
        const TimelineKey& key = row.keys[k];
        const double x = l.frameX(key.frame);
        if (x < l.nameWidth - half || x > l.size.width() + half) continue;
        const bool chosen =
            p.keySelected && std::any_of(key.refs.begin(), key.refs.end(), p.keySelected);
        const QPixmap& sign =
            glyphs.get(key.glyph, chosen, isKey(p.hovered, i, k),
                       row.kind == TimelineRow::Kind::Summary, size, ratio, p.palette);
        const double side = sign.width() / ratio;
        painter.drawPixmap(QPointF(x - side / 2, rect.center().y() + 1 - side / 2), sign);
    }
}

void paintName(QPainter& painter, const TimelinePicture& p, int i)
{
    const TimelineLayout& l = p.layout;
    const TimelineRow& row = p.rows[i];
    QRect rect = l.rowRect(i);
    rect.setWidth(l.nameWidth);
    const bool selected = p.rowSelected && p.rowSelected(row);
    painter.fillRect(rect, selected ? mixed(p.palette.color(QPalette::Window),
                                            p.palette.color(QPalette::Highlight), 0.55)
                                    : p.palette.color(QPalette::Window));
    painter.setPen(ink(p, 0.14));
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());

    const int indent = row.kind == TimelineRow::Kind::Summary ? 8
                       : row.kind == TimelineRow::Kind::Pole  ? 28
                                                              : 14;
    QRect text = rect.adjusted(indent, 0, -22, 0);
    painter.setPen(row.kind == TimelineRow::Kind::Summary ? ink(p, 0.7)
                                                          : p.palette.color(QPalette::WindowText));
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(p.font).elidedText(row.name, Qt::ElideRight, text.width()));

    if (row.kind == TimelineRow::Kind::Pole || !p.status) return;
    const Mood mood = moodOf(p.status(row));
    if (mood == Mood::Quiet) return;
    const QRectF sign(rect.right() - 17, rect.center().y() - 4, 9, 9);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colorOf(mood));
    if (mood == Mood::Good) {
        painter.drawEllipse(sign.adjusted(1, 1, -1, -1));
    } else if (mood == Mood::Warn) {
        painter.drawPolygon(QPolygonF({{sign.center().x(), sign.top()},
                                       {sign.right(), sign.bottom()},
                                       {sign.left(), sign.bottom()}}));
    } else {
        painter.setPen(QPen(colorOf(mood), 2.2));
        painter.drawLine(sign.topLeft(), sign.bottomRight());
        painter.drawLine(sign.topRight(), sign.bottomLeft());
    }
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintPlayhead(QPainter& painter, const TimelinePicture& p)
{
    const TimelineLayout& l = p.layout;
    const double x = l.frameX(p.playhead);
    const QColor color(0xff, 0x6b, 0x5e);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, kPlayhead));
    painter.drawLine(QPointF(x, l.rulerHeight), QPointF(x, l.size.height()));

    const QString text = QLocale().toString(static_cast<int>(std::lround(p.playhead)));
    QRectF flag(0, 2, QFontMetrics(p.font).horizontalAdvance(text) + 12, l.rulerHeight - 4);
    flag.moveCenter({x, flag.center().y()});
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(flag, 3, 3);
    painter.setPen(QColor(0x20, 0x10, 0x10));
    painter.drawText(flag, Qt::AlignCenter, text);
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

TimelineLayout TimelineLayout::forFont(const QFont& font)
{
    const double unit = QFontMetrics(font).height();
    TimelineLayout layout;
    layout.rulerHeight = static_cast<int>(std::lround(unit * 1.6));
    layout.stripHeight = static_cast<int>(std::lround(unit * 0.75));
    layout.rowHeight = static_cast<int>(std::lround(unit * 1.6));
    layout.nameWidth = static_cast<int>(std::lround(unit * 11));
    return layout;
}

QRect TimelineLayout::rowRect(int row) const
{
    return {0, rowsTop() + row * rowHeight - scrollY, size.width(), rowHeight};
}

TimelineHit hitTest(const TimelineLayout& layout, const std::vector<TimelineRow>& rows,
                    const QPointF& at)
{
    TimelineHit hit;
    const bool names = at.x() < layout.nameWidth;
    if (at.y() < layout.rulerHeight) {
        if (!names) hit.part = TimelineHit::Part::Ruler;
        return hit;
    }
    if (at.y() < layout.rowsTop()) {
        if (!names) hit.part = TimelineHit::Part::Strip;
        return hit;
    }
    const int row =
        static_cast<int>((at.y() - layout.rowsTop() + layout.scrollY) / layout.rowHeight);
    if (row < 0 || row >= std::ssize(rows)) return hit;
    hit.row = row;
    hit.part = names ? TimelineHit::Part::Name : TimelineHit::Part::Row;
    if (names) return hit;
    double nearest = kReach;
    for (int k = 0; k < std::ssize(rows[row].keys); ++k) {
        const double away = std::abs(layout.frameX(rows[row].keys[k].frame) - at.x());
        if (away > nearest) continue;
        nearest = away;
        hit.key = k;
        hit.part = TimelineHit::Part::Key;
    }
    return hit;
}

std::vector<edit::KeyRef> keysInside(const TimelineLayout& layout,
                                     const std::vector<TimelineRow>& rows, const QRectF& rect)
{
    std::vector<edit::KeyRef> refs;
    for (int i = 0; i < std::ssize(rows); ++i) {
        const double y = layout.rowRect(i).center().y();
        if (y < rect.top() || y > rect.bottom()) continue;
        for (const TimelineKey& key : rows[i].keys) {
            const double x = layout.frameX(key.frame);
            if (x < rect.left() || x > rect.right()) continue;
            for (const edit::KeyRef& ref : key.refs)
                if (std::find(refs.begin(), refs.end(), ref) == refs.end()) refs.push_back(ref);
        }
    }
    return refs;
}

const QPixmap& GlyphCache::get(Glyph glyph, bool selected, bool hovered, bool dim, int size,
                               qreal ratio, const QPalette& palette)
{
    const QColor text = palette.color(QPalette::Text);
    const quint64 look = (static_cast<quint64>(text.rgba()) << 32) |
                         (static_cast<quint64>(ratio * 100) << 16) |
                         (static_cast<quint64>(size) << 8) | (static_cast<quint64>(glyph) << 4) |
                         (selected ? 1U : 0U) | (hovered ? 2U : 0U) | (dim ? 4U : 0U);
    const auto known = pixmaps_.find(look);
    if (known != pixmaps_.end()) return known->second;

    const int side = size + 4;
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor color = selected ? QColor(0xff, 0xd2, 0x3d)
                            : mixed(palette.color(QPalette::Base), text, dim ? 0.55 : 0.9);
    if (hovered) color = color.lighter(125);
    painter.setPen(QPen(palette.color(QPalette::Base).darker(160), 1.4));
    painter.setBrush(color);
    const double r = size / 2.0 * (dim ? 0.72 : 0.9);
    painter.translate(side / 2.0, side / 2.0);
    switch (glyph) {
    case Glyph::Linear:
        painter.setBrush(palette.color(QPalette::Base));
        painter.setPen(QPen(color, 2));
        painter.drawPolygon(QPolygonF({{0, -r + 1}, {r - 1, 0}, {0, r - 1}, {-r + 1, 0}}));
        break;
    case Glyph::Curve: painter.drawPolygon(QPolygonF({{0, -r}, {r, 0}, {0, r}, {-r, 0}})); break;
    case Glyph::Hold: painter.drawRect(QRectF(-r * 0.75, -r * 0.75, r * 1.5, r * 1.5)); break;
    case Glyph::Eased: painter.drawEllipse(QPointF(), r * 0.8, r * 0.8); break;
    }
    painter.end();
    return pixmaps_.emplace(look, std::move(pixmap)).first->second;
}

void paintTimeline(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs,
                   qreal pixelRatio)
{
    const TimelineLayout& l = p.layout;
    painter.setFont(p.font);
    painter.fillRect(QRect(QPoint(), l.size), p.palette.color(QPalette::Base));

    painter.save();
    painter.setClipRect(l.nameWidth, l.rowsTop(), l.size.width() - l.nameWidth,
                        l.size.height() - l.rowsTop());
    for (int i = 0; i < std::ssize(p.rows); ++i)
        if (l.rowRect(i).bottom() >= l.rowsTop() && l.rowRect(i).top() < l.size.height())
            paintRow(painter, p, glyphs, pixelRatio, i);
    // Outside of the range it is darker.
    const double from = l.frameX(p.start), to = l.frameX(p.end);
    QColor shade = p.palette.color(QPalette::Shadow);
    shade.setAlphaF(0.22F);
    painter.fillRect(QRectF(l.nameWidth, l.rowsTop(), from - l.nameWidth, l.size.height()), shade);
    painter.fillRect(QRectF(to, l.rowsTop(), l.size.width() - to, l.size.height()), shade);
    painter.restore();

    painter.save();
    painter.setClipRect(l.nameWidth, 0, l.size.width() - l.nameWidth, l.size.height());
    paintRuler(painter, p);
    paintStrip(painter, p);
    paintPlayhead(painter, p);
    if (!p.box.isEmpty()) {
        QColor fill = p.palette.color(QPalette::Highlight);
        painter.setPen(fill);
        fill.setAlphaF(0.18F);
        painter.setBrush(fill);
        painter.drawRect(p.box);
        painter.setBrush(Qt::NoBrush);
    }
    painter.restore();

    painter.save();
    painter.setClipRect(0, l.rowsTop(), l.nameWidth, l.size.height());
    painter.fillRect(0, l.rowsTop(), l.nameWidth, l.size.height(),
                     p.palette.color(QPalette::Window));
    for (int i = 0; i < std::ssize(p.rows); ++i) paintName(painter, p, i);
    painter.restore();
    painter.fillRect(0, 0, l.nameWidth, l.rowsTop(), p.palette.color(QPalette::Window));
    painter.setPen(ink(p, 0.55));
    painter.drawText(QRect(8, l.rulerHeight - 2, l.nameWidth - 12, l.stripHeight + 2),
                     Qt::AlignVCenter | Qt::AlignRight,
                     QCoreApplication::translate("Timeline", "solve"));
    painter.setPen(ink(p, 0.25));
    painter.drawLine(l.nameWidth, 0, l.nameWidth, l.size.height());
    painter.drawLine(0, l.rowsTop(), l.size.width(), l.rowsTop());

    if (!p.rows.empty()) return;
    painter.setPen(ink(p, 0.6));
    painter.drawText(
        QRect(l.nameWidth, l.rowsTop(), l.size.width() - l.nameWidth,
              l.size.height() - l.rowsTop()),
        Qt::AlignCenter,
        QCoreApplication::translate("Timeline", "No targets yet: select a bone and press T"));
}

}  // namespace posewright::ui
