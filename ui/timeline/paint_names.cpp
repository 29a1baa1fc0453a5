#include "ui/timeline/timeline_picture.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::ui {

namespace {

void paintStatus(QPainter& painter, const TimelinePicture& p, const QRectF& icon, Mood mood)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(p.colors.edge, 0.8));
    painter.setBrush(p.colors.strip(mood));
    if (mood == Mood::Good) {
        painter.drawEllipse(icon.adjusted(1, 1, -1, -1));
    } else if (mood == Mood::Eased) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(p.colors.strip(mood), 2.4));
        painter.drawEllipse(icon.adjusted(2, 2, -2, -2));
    } else {
        painter.setPen(QPen(p.colors.strip(mood), 2.4, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(icon.topLeft() + QPointF(1, 1), icon.bottomRight() - QPointF(1, 1));
        painter.drawLine(icon.topRight() + QPointF(-1, 1), icon.bottomLeft() + QPointF(1, -1));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// A key that is not filled marks an unkeyed move.
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

/// The eye of a layer's row, open if the layer is on.
void paintEye(QPainter& painter, const QRectF& cell, const QColor& color, bool on)
{
    const QPointF middle = cell.center();
    const double wide = cell.width() * 0.34, high = wide * 0.62;
    painter.setPen(QPen(color, 1.4));
    painter.setBrush(Qt::NoBrush);
    QPainterPath lids(middle - QPointF(wide, 0));
    lids.quadTo(middle - QPointF(0, 2 * high), middle + QPointF(wide, 0));
    lids.quadTo(middle + QPointF(0, 2 * high), middle - QPointF(wide, 0));
    painter.drawPath(lids);
    if (on) {
        painter.setBrush(color);
        painter.drawEllipse(middle, wide * 0.34, wide * 0.34);
    } else {
        painter.drawLine(middle + QPointF(-wide, wide), middle + QPointF(wide, -wide));
    }
}

/// A pen marks the layer that is written to.
void paintPen(QPainter& painter, const QPointF& middle, double size, const QColor& color)
{
    painter.setPen(QPen(color, 2.2, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(middle + QPointF(-size * 0.4, size * 0.4),
                     middle + QPointF(size * 0.5, -size * 0.5));
    painter.setPen(QPen(color, 1.2));
    painter.drawLine(middle + QPointF(-size * 0.6, size * 0.6),
                     middle + QPointF(-size * 0.4, size * 0.4));
}

void paintSwitches(QPainter& painter, const TimelinePicture& p, int i,
                   const TimelinePicture::LayerState& state)
{
    using Switch = TimelineLayout::Switch;
    using Part = TimelineHit::Part;
    const TimelineLayout& l = p.layout;
    const QColor faint = mixed(p.colors.names, p.colors.text, 0.55);
    for (const auto& [part, which] :
         {std::pair(Part::LayerOn, Switch::On), std::pair(Part::LayerSolo, Switch::Solo),
          std::pair(Part::LayerWeight, Switch::Weight)})
        if (p.hovered.row == i && p.hovered.part == part)
            painter.fillRect(l.switchRect(i, which), mixed(p.colors.names, p.colors.text, 0.15));
    painter.setRenderHint(QPainter::Antialiasing);
    paintEye(painter, l.switchRect(i, Switch::On), state.on ? p.colors.text : faint, state.on);
    if (state.written) {
        const QRect weight = l.switchRect(i, Switch::Weight);
        paintPen(painter, {weight.left() - 9.0, weight.center().y() + 0.5}, 9, p.colors.chosen);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRect solo = l.switchRect(i, Switch::Solo);
    if (state.solo) painter.fillRect(solo.adjusted(2, 2, -2, -2), p.colors.chosen);
    painter.setFont(p.time.font);
    painter.setPen(state.solo ? p.colors.names : faint);
    painter.drawText(solo, Qt::AlignCenter, QCoreApplication::translate("Timeline", "S"));
    painter.setPen(state.acts ? p.colors.text : faint);
    painter.drawText(
        l.switchRect(i, Switch::Weight), Qt::AlignCenter,
        QCoreApplication::translate("Timeline", "%1 %").arg(std::lround(state.weight * 100)));
}

void paintName(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs, int i)
{
    const TimelineLayout& l = p.layout;
    const TimelineRow& row = p.rows[i];
    QRect rect = l.rowRect(i);
    rect.setWidth(l.nameWidth);
    const bool layered = row.id.kind == RowId::Kind::Layer && p.layer;
    const auto state = layered ? p.layer(row) : TimelinePicture::LayerState{};
    const bool chosen = (p.rowSelected && p.rowSelected(row)) || state.chosen;
    painter.fillRect(rect, chosen ? p.colors.namesChosen : p.colors.names);
    painter.setPen(mixed(p.colors.names, p.colors.text, 0.12));
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());

    const int left = 4 + row.depth * l.indent;
    if (row.expandable)
        paintArrow(painter, p, {left + l.indent / 2.0, rect.center().y() + 0.5}, row.expanded);
    const int textLeft = left + l.indent + 4;
    const bool icon = row.id.kind == RowId::Kind::Target && p.status;
    const bool unkeyed = p.rowUnkeyed && p.rowUnkeyed(row);
    const int switches =
        layered ? l.nameWidth - l.switchRect(i, TimelineLayout::Switch::Weight).left() + 14 : 0;
    const int room = l.nameWidth - textLeft - (icon ? 24 : 8) - (unkeyed ? 16 : 0) - switches;
    if (room > 8) {
        QFont font = p.time.font;
        if (row.isGroup() && row.id.kind != RowId::Kind::Weight) font.setBold(true);
        const QStaticText& name = glyphs.name(row.name, font, room);
        painter.setFont(font);
        painter.setPen(state.acts ? p.colors.text : mixed(p.colors.names, p.colors.text, 0.55));
        painter.drawStaticText(
            QPointF(textLeft, rect.top() + (rect.height() - name.size().height()) / 2), name);
    }
    if (unkeyed)
        paintUnkeyed(painter, p, {rect.right() - (icon ? 30.0 : 12.0), rect.center().y() + 0.5});
    if (layered) paintSwitches(painter, p, i, state);
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
