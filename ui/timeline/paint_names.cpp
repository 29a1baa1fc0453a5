#include "ui/timeline/timeline_picture.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace posewright::ui {

namespace {

void paintStatus(QPainter& painter, const TimelinePicture& p, const QRectF& sign, Mood mood)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(p.colors.keyEdge, 0.8));
    painter.setBrush(p.colors.strip(mood));
    if (mood == Mood::Good) {
        painter.drawEllipse(sign.adjusted(1, 1, -1, -1));
    } else if (mood == Mood::Warn) {
        painter.drawPolygon(
            QPolygonF({{sign.center().x(), sign.top()}, sign.bottomRight(), sign.bottomLeft()}));
    } else {
        painter.setPen(QPen(p.colors.strip(mood), 2.4, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(sign.topLeft() + QPointF(1, 1), sign.bottomRight() - QPointF(1, 1));
        painter.drawLine(sign.topRight() + QPointF(-1, 1), sign.bottomLeft() + QPointF(1, -1));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Moved without a key: a key's sign that is not filled.
void paintLoose(QPainter& painter, const TimelinePicture& p, const QPointF& at)
{
    constexpr double kSize = 5;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(p.colors.keyChosen, 1.6));
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
    const bool sign = row.id.kind == RowId::Kind::Target && p.status;
    const bool loose = p.rowLoose && p.rowLoose(row);
    const int room = l.nameWidth - textLeft - (sign ? 24 : 8) - (loose ? 16 : 0);
    if (room > 8) {
        QFont font = p.font;
        if (row.isGroup()) font.setBold(true);
        const QStaticText& name = glyphs.name(row.name, font, room);
        painter.setFont(font);
        painter.setPen(p.colors.text);
        painter.drawStaticText(
            QPointF(textLeft, rect.top() + (rect.height() - name.size().height()) / 2), name);
    }
    if (loose)
        paintLoose(painter, p, {rect.right() - (sign ? 30.0 : 12.0), rect.center().y() + 0.5});
    if (!sign) return;
    const Mood mood = moodOf(p.status(row));
    if (mood != Mood::Quiet)
        paintStatus(painter, p, QRectF(rect.right() - 19, rect.center().y() - 4, 9, 9), mood);
}

}  // namespace

void paintNames(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs)
{
    const TimelineLayout& l = p.layout;
    painter.fillRect(0, l.rowsTop(), l.nameWidth, l.size.height(), p.colors.names);
    const int first = std::max(0, l.rowAt(l.rowsTop()));
    const int last = std::min(static_cast<int>(p.rows.size()) - 1, l.rowAt(l.size.height()));
    painter.save();
    painter.setClipRect(0, l.rowsTop(), l.nameWidth, l.size.height());
    for (int i = first; i <= last; ++i) paintName(painter, p, glyphs, i);
    painter.restore();

    painter.fillRect(0, 0, l.nameWidth, l.rowsTop(), p.colors.names);
    painter.setFont(p.font);
    painter.setPen(p.colors.faintText);
    const auto label = [&](int top, int height, const char* text) {
        // As large as the lane allows: letters of one lane keep clear of those of the next.
        QFont small = p.font;
        small.setPixelSize(std::clamp(height * 3 / 4, 9, QFontInfo(p.font).pixelSize()));
        painter.setFont(small);
        painter.drawText(QRect(8, top - 2, l.nameWidth - 16, height + 4),
                         Qt::AlignVCenter | Qt::AlignRight,
                         QCoreApplication::translate("Timeline", text));
    };
    if (l.markerHeight)
        label(l.markerTop(), l.markerHeight, QT_TRANSLATE_NOOP("Timeline", "markers"));
    label(l.stripTop(), l.stripHeight, QT_TRANSLATE_NOOP("Timeline", "problems"));
    painter.setFont(p.font);
}

}  // namespace posewright::ui
