#include "ui/time/time_picture.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

void paintPlayhead(QPainter& painter, const TimePicture& p)
{
    const TimeLayout& l = p.layout;
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

void paintRubber(QPainter& painter, const TimePicture& p)
{
    if (p.rubber.isEmpty()) return;
    QColor fill = p.colors.box;
    painter.setPen(fill);
    fill.setAlphaF(0.18F);
    painter.setBrush(fill);
    painter.drawRect(p.rubber);
    painter.setBrush(Qt::NoBrush);
}

void paintReadout(QPainter& painter, const TimePicture& p)
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
    painter.setPen(QPen(p.colors.chosen, 1));
    painter.setBrush(p.colors.tip);
    painter.drawRoundedRect(bubble, 4, 4);
    painter.setPen(p.colors.tipText);
    painter.drawText(bubble, Qt::AlignCenter, p.readout);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Paints the names of the lanes.
void paintHeaderNames(QPainter& painter, const TimePicture& p)
{
    const TimeLayout& l = p.layout;
    painter.fillRect(0, 0, l.nameWidth, l.contentTop(), p.colors.names);
    painter.setFont(p.font);
    painter.setPen(p.colors.faintText);
    const auto label = [&](int top, int height, const char* text) {
        // As large as fits: texts of adjacent lanes must not touch.
        QFont small = p.font;
        small.setPixelSize(std::clamp(height * 3 / 4, 9, QFontInfo(p.font).pixelSize()));
        painter.setFont(small);
        painter.drawText(QRect(8, top - 2, l.nameWidth - 16, height + 4),
                         Qt::AlignVCenter | Qt::AlignRight,
                         QCoreApplication::translate("TimeCanvas", text));
    };
    if (l.markerHeight)
        label(l.markerTop(), l.markerHeight, QT_TRANSLATE_NOOP("TimeCanvas", "markers"));
    label(l.stripTop(), l.stripHeight, QT_TRANSLATE_NOOP("TimeCanvas", "problems"));
    painter.setFont(p.font);
}

void paintCursor(QPainter& painter, const TimePicture& p)
{
    if (!p.cursor) return;
    const TimeLayout& l = p.layout;
    QRect rect = p.cursor->row;
    if (p.cursor->frame) {
        const int x = static_cast<int>(std::lround(l.frameX(*p.cursor->frame)));
        rect = QRect(x - rect.height() / 2, rect.top() + 1, rect.height(), rect.height() - 2);
    } else {
        rect = QRect(1, rect.top() + 1, l.nameWidth - 3, rect.height() - 3);
    }
    painter.setClipRect(p.cursor->frame ? l.nameWidth : 0, l.contentTop(), l.size.width(),
                        l.size.height());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(p.colors.ground, 3));
    painter.drawRect(rect);
    painter.setPen(QPen(p.colors.text, 1, Qt::DashLine));
    painter.drawRect(rect);
}

}  // namespace

int gridStep(const TimePicture& p)
{
    return p.format.seconds ? p.layout.axis.labelStepInSeconds(64, p.format.rate)
                            : p.layout.axis.labelStep(56);
}

QRectF playheadFlag(const TimePicture& p)
{
    constexpr double kAir = 6;
    const TimeLayout& l = p.layout;
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

void paintTime(QPainter& painter, const TimePicture& p, PatternCache& patterns, qreal pixelRatio,
               const std::function<void()>& content, const std::function<void()>& names)
{
    const TimeLayout& l = p.layout;
    const int width = l.size.width(), height = l.size.height();
    painter.setFont(p.font);
    painter.save();
    painter.setClipRect(l.nameWidth, l.contentTop(), width - l.nameWidth, height - l.contentTop());
    content();
    painter.restore();

    painter.save();
    painter.setClipRect(l.nameWidth, 0, width - l.nameWidth, height);
    paintHeader(painter, p, patterns, pixelRatio);
    paintPlayhead(painter, p);
    paintRubber(painter, p);
    paintReadout(painter, p);
    painter.restore();

    painter.fillRect(0, l.contentTop(), l.nameWidth, height, p.colors.names);
    painter.save();
    painter.setClipRect(0, l.contentTop(), l.nameWidth, height);
    names();
    painter.restore();
    paintHeaderNames(painter, p);
    const bool divider = p.hovered.part == TimeHit::Part::Divider;
    painter.setPen(QPen(divider ? p.colors.chosen : p.colors.line, divider ? 2 : 1));
    painter.drawLine(l.nameWidth, 0, l.nameWidth, height);
    painter.setPen(p.colors.line);
    painter.drawLine(0, l.contentTop(), width, l.contentTop());
    painter.save();
    paintCursor(painter, p);
    painter.restore();
}

}  // namespace posewright::ui
