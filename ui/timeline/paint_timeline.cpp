#include "ui/timeline/timeline_picture.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

void paintPlayhead(QPainter& painter, const TimelinePicture& p)
{
    const TimelineLayout& l = p.layout;
    const double x = std::round(l.frameX(p.playhead)) + 0.5;
    painter.setPen(QPen(p.colors.playhead, 1));
    painter.drawLine(QPointF(x, l.rulerHeight), QPointF(x, l.size.height()));
    const QRectF flag = playheadFlag(p);
    if (flag.isEmpty()) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(p.colors.playhead);
    painter.drawRoundedRect(flag, 3, 3);
    painter.setPen(p.colors.onPlayhead);
    painter.drawText(flag, Qt::AlignCenter, p.format.text(p.playhead));
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintReadout(QPainter& painter, const TimelinePicture& p)
{
    if (p.readout.isEmpty()) return;
    const QFontMetrics metrics(p.font);
    QRectF bubble(0, 0, metrics.horizontalAdvance(p.readout) + 16, metrics.height() + 8);
    bubble.moveTopLeft(p.readoutAt + QPointF(14, -bubble.height() - 6));
    bubble.moveLeft(
        std::clamp(bubble.left(), p.layout.nameWidth + 4.0,
                   std::max(p.layout.nameWidth + 4.0, p.layout.size.width() - bubble.width() - 4)));
    if (bubble.top() < 2) bubble.moveTop(p.readoutAt.y() + 18);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(p.colors.keyChosen, 1));
    painter.setBrush(p.colors.tip);
    painter.drawRoundedRect(bubble, 4, 4);
    painter.setPen(p.colors.tipText);
    painter.drawText(bubble, Qt::AlignCenter, p.readout);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintCursor(QPainter& painter, const TimelinePicture& p)
{
    if (!p.cursor || p.cursor->row >= std::ssize(p.rows)) return;
    const TimelineLayout& l = p.layout;
    QRect rect = l.rowRect(p.cursor->row);
    if (p.cursor->frame) {
        const int x = static_cast<int>(std::lround(l.frameX(*p.cursor->frame)));
        rect = QRect(x - rect.height() / 2, rect.top() + 1, rect.height(), rect.height() - 2);
    } else {
        rect = QRect(1, rect.top() + 1, l.nameWidth - 3, rect.height() - 3);
    }
    painter.setClipRect(p.cursor->frame ? l.nameWidth : 0, l.rowsTop(), l.size.width(),
                        l.size.height());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(p.colors.ground, 3));
    painter.drawRect(rect);
    painter.setPen(QPen(p.colors.text, 1, Qt::DashLine));
    painter.drawRect(rect);
}

void paintInvitation(QPainter& painter, const TimelinePicture& p)
{
    if (p.hasTargets) return;
    const TimelineLayout& l = p.layout;
    const int top = l.rowsTop() + static_cast<int>(p.rows.size()) * l.rowHeight - l.scrollY;
    const QRect room(l.nameWidth, top, l.size.width() - l.nameWidth, l.size.height() - top);
    if (room.height() < l.rowHeight) return;
    painter.setPen(p.colors.faintText);
    painter.drawText(
        room, Qt::AlignCenter,
        p.rows.empty()
            ? QCoreApplication::translate("Timeline", "Nothing here moves yet")
            : QCoreApplication::translate("Timeline", "No targets yet: select a bone and press T"));
}

}  // namespace

QRectF playheadFlag(const TimelinePicture& p)
{
    constexpr double kAir = 6;
    const TimelineLayout& l = p.layout;
    const double at = l.frameX(p.playhead);
    const double x = std::round(at) + 0.5;
    const double left = l.nameWidth + 1, right = l.size.width() - 1;
    if (at < l.nameWidth || at > l.size.width()) return {};
    const QString text = p.format.text(p.playhead);
    QRectF flag(0, 2, QFontMetrics(p.font).horizontalAdvance(text) + 2 * kAir, l.rulerHeight - 5);
    flag.moveCenter({x, flag.center().y()});
    flag.moveLeft(std::clamp(flag.left(), left, std::max(left, right - flag.width())));
    return flag;
}

void paintTimeline(QPainter& painter, const TimelinePicture& p, TimelineCache& cache,
                   qreal pixelRatio)
{
    const TimelineLayout& l = p.layout;
    const int width = l.size.width(), height = l.size.height();
    painter.setFont(p.font);
    // Rows cover their ground themselves, and filling all of it is a tenth of the time of a
    // picture.
    const int below = std::clamp(l.rowRect(static_cast<int>(p.rows.size())).top(), l.rowsTop(),
                                 std::max(l.rowsTop(), height));
    painter.fillRect(QRect(l.nameWidth, below, width - l.nameWidth, height - below),
                     p.colors.ground);
    painter.save();
    painter.setClipRect(l.nameWidth, l.rowsTop(), width - l.nameWidth, height - l.rowsTop());
    paintRows(painter, p, cache, pixelRatio);
    paintInvitation(painter, p);
    painter.restore();

    painter.save();
    painter.setClipRect(l.nameWidth, 0, width - l.nameWidth, height);
    paintHeader(painter, p, cache.glyphs, pixelRatio);
    paintPlayhead(painter, p);
    if (!p.rubber.isEmpty()) {
        QColor fill = p.colors.box;
        painter.setPen(fill);
        fill.setAlphaF(0.18F);
        painter.setBrush(fill);
        painter.drawRect(p.rubber);
        painter.setBrush(Qt::NoBrush);
    }
    paintReadout(painter, p);
    painter.restore();

    paintNames(painter, p, cache.glyphs);
    const bool divider = p.hovered.part == TimelineHit::Part::Divider;
    painter.setPen(QPen(divider ? p.colors.keyChosen : p.colors.line, divider ? 2 : 1));
    painter.drawLine(l.nameWidth, 0, l.nameWidth, height);
    painter.setPen(p.colors.line);
    painter.drawLine(0, l.rowsTop(), width, l.rowsTop());
    painter.save();
    paintCursor(painter, p);
    painter.restore();
}

}  // namespace posewright::ui
