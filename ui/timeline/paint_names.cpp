#include "ui/timeline/timeline_picture.h"

#include <QPainter>

#include <algorithm>

namespace posewright::ui {

namespace {

void paintStatus(QPainter& painter, const TimelinePicture& p, const QRectF& icon, Mood mood)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(p.colors.edge, 0.8));
    painter.setBrush(p.colors.strip(mood));
    if (mood == Mood::Good) {
        painter.drawEllipse(icon.adjusted(1, 1, -1, -1));
    } else if (mood == Mood::Warn) {
        painter.drawPolygon(
            QPolygonF({{icon.center().x(), icon.top()}, icon.bottomRight(), icon.bottomLeft()}));
    } else {
        painter.setPen(QPen(p.colors.strip(mood), 2.4, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(icon.topLeft() + QPointF(1, 1), icon.bottomRight() - QPointF(1, 1));
        painter.drawLine(icon.topRight() + QPointF(-1, 1), icon.bottomLeft() + QPointF(1, -1));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Moved without a key: a key that is not filled.
void paintUnkeyed(QPainter& painter, const TimelinePicture& p, const QPointF& at)
{
    constexpr double kSize = 5;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(p.colors.chosen, 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolygon(QPolygonF({at + QPointF(0, -kSize), at + QPointF(kSize, 0),
                                   at + QPointF(0, kSize), at + QPointF(-kSize, 0)}));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintArrow(QPainter& painter, const TimelinePicture& p, const QPointF& at, bool open)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(p.colors.text);
    if (open)
        painter.drawPolygon(
            QPolygonF({at + QPointF(-4, -2), at + QPointF(4, -2), at + QPointF(0, 3)}));
    else
        painter.drawPolygon(
            QPolygonF({at + QPointF(-2, -4), at + QPointF(-2, 4), at + QPointF(3, 0)}));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintName(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs, int i)
{
    const TimelineLayout& l = p.layout;
    const TimelineRow& row = p.rows[i];
    QRect rect = l.rowRect(i);
    rect.setWidth(l.nameWidth);
    const bool chosen = p.rowSelected && p.rowSelected(row);
    painter.fillRect(rect, chosen ? p.colors.namesChosen : p.colors.names);
    painter.setPen(mixed(p.colors.names, p.colors.text, 0.12));
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());

    const int left = 4 + row.depth * l.indent;
    if (row.expandable)
        paintArrow(painter, p, {left + l.indent / 2.0, rect.center().y() + 0.5}, row.expanded);
    const int textLeft = left + l.indent + 4;
    const bool icon = row.id.kind == RowId::Kind::Target && p.status;
    const bool unkeyed = p.rowUnkeyed && p.rowUnkeyed(row);
    const int room = l.nameWidth - textLeft - (icon ? 24 : 8) - (unkeyed ? 16 : 0);
    if (room > 8) {
        QFont font = p.time.font;
        if (row.isGroup()) font.setBold(true);
        const QStaticText& name = glyphs.name(row.name, font, room);
        painter.setFont(font);
        painter.setPen(p.colors.text);
        painter.drawStaticText(
            QPointF(textLeft, rect.top() + (rect.height() - name.size().height()) / 2), name);
    }
    if (unkeyed)
        paintUnkeyed(painter, p, {rect.right() - (icon ? 30.0 : 12.0), rect.center().y() + 0.5});
    if (!icon) return;
    const Mood mood = moodOf(p.status(row));
    if (mood != Mood::Quiet)
        paintStatus(painter, p, QRectF(rect.right() - 19, rect.center().y() - 4, 9, 9), mood);
}

}  // namespace

void paintNames(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs)
{
    const TimelineLayout& l = p.layout;
    const int first = std::max(0, l.rowAt(l.rowsTop()));
    const int last = std::min(static_cast<int>(p.rows.size()) - 1, l.rowAt(l.size.height()));
    for (int i = first; i <= last; ++i) paintName(painter, p, glyphs, i);
}

}  // namespace posewright::ui
