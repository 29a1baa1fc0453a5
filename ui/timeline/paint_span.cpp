#include "ui/timeline/timeline_picture.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

using Part = TimelineHit::Part;

/// Cuts the corner of the bar where the span fades.
void cutFade(QPainter& painter, const TimelinePicture& p, const QRectF& bar, double outer,
             double inner, const QColor& ground)
{
    if (std::abs(inner - outer) < 1) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawPolygon(QPolygonF({{outer, bar.top()}, {inner, bar.top()}, {outer, bar.bottom()}}));
    painter.setPen(QPen(p.colors.faintText, 0));
    painter.drawLine(QPointF(outer, bar.bottom()), QPointF(inner, bar.top()));
}

/// Filled rectangles, since strokes, especially dotted ones, cost far more than the bar itself.
void paintEdges(QPainter& painter, const QRectF& bar, double width, const QColor& color)
{
    painter.fillRect(QRectF(bar.left(), bar.top(), bar.width(), width), color);
    painter.fillRect(QRectF(bar.left(), bar.bottom() - width, bar.width(), width), color);
    painter.fillRect(QRectF(bar.left(), bar.top(), width, bar.height()), color);
    painter.fillRect(QRectF(bar.right() - width, bar.top(), width, bar.height()), color);
}

void paintGrip(QPainter& painter, const TimelinePicture& p, const QRectF& bar, double x,
               double inwards, const QColor& color, bool hovered)
{
    const double width = hovered ? 5 : 3;
    const double left = inwards > 0 ? x : x - width;
    painter.fillRect(QRectF(left, bar.top(), width, bar.height()),
                     hovered ? p.colors.chosen : color);
}

}  // namespace

void paintSpan(QPainter& painter, const TimelinePicture& p, PatternCache& patterns, qreal ratio,
               int index, int which)
{
    const TimelineLayout& l = p.layout;
    const TimelineRow& row = p.rows[index];
    const Span& span = row.spans[which];
    const double start = l.frameX(span.start), end = l.frameX(span.end);
    if (end < l.nameWidth - 20 || start > l.size.width() + 20) return;
    const QRect band = l.spanRect(index);
    // Clip near the canvas, so that the patterns of long spans cost only what is visible.
    const double left = std::max(start, l.nameWidth - 40.0);
    const double right = std::min(end, l.size.width() + 40.0);
    const QRectF bar(left, band.top(), std::max(1.0, right - left), band.height());
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
    case SpanKind::Contact: painter.fillRect(bar, p.colors.contactBar(ground)); break;
    case SpanKind::Reach: painter.fillRect(bar, fill); break;
    case SpanKind::Hold: patterns.fill(painter, bar, Pattern::Dots, color, ratio, fill); break;
    case SpanKind::Off: patterns.fill(painter, bar, Pattern::Slants, color, ratio, ground); break;
    }
    cutFade(painter, p, bar, start, l.frameX(span.start + span.in), ground);
    cutFade(painter, p, bar, end, l.frameX(span.end - span.out), ground);

    paintEdges(painter, bar, chosen ? 2 : 1,
               chosen ? p.colors.chosen : mixed(color, p.colors.text, hovered ? 0.4 : 0));
    const QColor grip = chosen ? p.colors.chosen : color;
    paintGrip(painter, p, bar, start, 1, grip, hovered && p.hovered.part == Part::SpanStart);
    paintGrip(painter, p, bar, end, -1, grip, hovered && p.hovered.part == Part::SpanEnd);
    if (!chosen || end - start < 54) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(p.colors.edge, 1));
    painter.setBrush(p.colors.chosen);
    for (const double x : {fadeInX(l, span), fadeOutX(l, span)})
        painter.drawPolygon(
            QPolygonF({{x - 4.5, bar.top() - 1}, {x + 4.5, bar.top() - 1}, {x, bar.top() + 6}}));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace posewright::ui
