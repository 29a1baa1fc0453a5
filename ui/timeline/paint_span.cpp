#include "ui/timeline/timeline_picture.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

using Part = TimelineHit::Part;

/// A small tile of slanted lines or of dots: the pattern of a kind, in one colour.
QBrush patterned(SpanKind kind, const QColor& color)
{
    QBrush brush(color, kind == SpanKind::Off ? Qt::BDiagPattern : Qt::Dense6Pattern);
    return brush;
}

/// What rises or falls: the corner that a fade cuts off the bar.
void cutFade(QPainter& painter, const TimelinePicture& p, const QRectF& bar, double outer,
             double inner, const QColor& ground)
{
    if (std::abs(inner - outer) < 1) return;
    QPainterPath corner;
    corner.moveTo(outer, bar.top());
    corner.lineTo(inner, bar.top());
    corner.lineTo(outer, bar.bottom());
    corner.closeSubpath();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(corner, ground);
    painter.setPen(QPen(p.colors.faintText, 1));
    painter.drawLine(QPointF(outer, bar.bottom()), QPointF(inner, bar.top()));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintGrip(QPainter& painter, const TimelinePicture& p, const QRectF& bar, double x,
               double inwards, const QColor& color, bool hovered)
{
    const double width = hovered ? 5 : 3;
    const double left = inwards > 0 ? x : x - width;
    painter.fillRect(QRectF(left, bar.top(), width, bar.height()),
                     hovered ? p.colors.keyChosen : color);
}

}  // namespace

void paintSpan(QPainter& painter, const TimelinePicture& p, int index, int which)
{
    const TimelineLayout& l = p.layout;
    const TimelineRow& row = p.rows[index];
    const Span& span = row.spans[which];
    const double start = l.frameX(span.start), end = l.frameX(span.end);
    if (end < l.nameWidth - 20 || start > l.size.width() + 20) return;
    const QRect band = l.spanRect(index);
    // Clipped near the canvas, so that patterns of long spans cost what is seen of them.
    const double left = std::max(start, l.nameWidth - 40.0);
    const double right = std::min(end, l.size.width() + 40.0);
    const QRectF bar(left, band.top() + 0.5, std::max(1.0, right - left), band.height() - 1.0);
    const SpanRef ref{row.constraint, span.start};
    const bool chosen = p.spanSelected && p.spanSelected(ref);
    const bool hovered = p.hovered.row == index && p.hovered.span == which;
    const QColor color = p.colors.span(span.kind);
    const bool rowChosen = p.rowSelected && p.rowSelected(row);
    const QColor ground = rowChosen        ? p.colors.groundChosen
                          : index % 2 != 0 ? p.colors.groundOdd
                                           : p.colors.ground;

    QColor fill = mixed(ground, color, 0.14);
    switch (span.kind) {
    case SpanKind::Contact: painter.fillRect(bar, mixed(ground, color, 0.78)); break;
    case SpanKind::Reach: painter.fillRect(bar, fill); break;
    case SpanKind::Hold:
        painter.fillRect(bar, fill);
        painter.fillRect(bar, patterned(span.kind, color));
        break;
    case SpanKind::Off: painter.fillRect(bar, patterned(span.kind, color)); break;
    }
    cutFade(painter, p, bar, start, l.frameX(span.start + span.in), ground);
    cutFade(painter, p, bar, end, l.frameX(span.end - span.out), ground);

    const Qt::PenStyle style = span.kind == SpanKind::Hold ? Qt::DotLine : Qt::SolidLine;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(
        QPen(chosen ? p.colors.keyChosen : mixed(color, p.colors.text, hovered ? 0.4 : 0),
             chosen ? 2 : 1, style));
    painter.drawRect(bar);
    const QColor grip = chosen ? p.colors.keyChosen : color;
    paintGrip(painter, p, bar, start, 1, grip, hovered && p.hovered.part == Part::SpanStart);
    paintGrip(painter, p, bar, end, -1, grip, hovered && p.hovered.part == Part::SpanEnd);
    if (!chosen || end - start < 54) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(p.colors.keyEdge, 1));
    painter.setBrush(p.colors.keyChosen);
    for (const double x : {fadeInX(l, span), fadeOutX(l, span)})
        painter.drawPolygon(
            QPolygonF({{x - 4.5, bar.top() - 1}, {x + 4.5, bar.top() - 1}, {x, bar.top() + 6}}));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace posewright::ui
