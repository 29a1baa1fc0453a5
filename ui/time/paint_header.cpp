#include "ui/time/time_picture.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

using HeaderPart = TimeHit::Part;

void paintRuler(QPainter& painter, const TimePicture& p)
{
    const TimeLayout& l = p.layout;
    const QFontMetrics metrics(p.font);
    const int step = gridStep(p);
    const int tick = std::max(1, step % 5 == 0 ? step / 5 : step % 2 == 0 ? step / 2 : step);
    const double first = std::floor(l.frameAt(l.nameWidth - 40) / tick) * tick;
    for (double frame = first; l.frameX(frame) <= l.size.width() + 40; frame += tick) {
        const auto x = static_cast<int>(std::lround(l.frameX(frame)));
        const bool labelled = std::fmod(std::abs(frame), step) == 0;
        painter.setPen(p.colors.tick);
        painter.drawLine(x, l.rulerHeight - (labelled ? 7 : 4), x, l.rulerHeight - 1);
        if (!labelled) continue;
        // A clipped number would look like another number.
        const QString text = p.format.shortText(frame);
        const int half = metrics.horizontalAdvance(text) / 2 + 3;
        if (x - half < l.nameWidth || x + half > l.size.width()) continue;
        painter.setPen(p.colors.text);
        painter.drawText(QRect(x - 60, 0, 120, l.rulerHeight - 6), Qt::AlignCenter, text);
    }
}

void paintRange(QPainter& painter, const TimePicture& p)
{
    const TimeLayout& l = p.layout;
    const double start = l.frameX(p.start), end = l.frameX(p.end);
    const double top = l.rangeTop() + 1.5, height = l.rangeHeight - 3;
    painter.fillRect(QRectF(l.nameWidth, top, l.size.width() - l.nameWidth, height),
                     mixed(p.colors.names, p.colors.text, 0.06));
    const QColor color = p.preview ? p.colors.preview : p.colors.range;
    const bool body = p.hovered.part == HeaderPart::RangeBody;
    painter.fillRect(QRectF(start, top, std::max(1.0, end - start), height),
                     mixed(p.colors.names, color, body ? 0.7 : 0.5));
    for (const auto& [x, part, inwards] : {std::tuple(start, HeaderPart::RangeStart, 1.0),
                                           std::tuple(end, HeaderPart::RangeEnd, -1.0)}) {
        const double width = p.hovered.part == part ? 7 : 5;
        painter.fillRect(QRectF(inwards > 0 ? x : x - width, top - 1, width, height + 2),
                         p.hovered.part == part ? p.colors.chosen : color);
    }
}

void paintMarkers(QPainter& painter, const TimePicture& p)
{
    const TimeLayout& l = p.layout;
    if (l.markerHeight == 0) return;
    const QFontMetrics metrics(p.font);
    for (int i = 0; i < std::ssize(p.markers); ++i) {
        const Marker& marker = p.markers[i];
        const double x = std::round(l.frameX(marker.frame)) + 0.5;
        if (x > l.size.width() + 10) break;
        const bool chosen = p.markerSelected && p.markerSelected(marker.frame);
        const bool hovered = p.hovered.part == HeaderPart::Marker && p.hovered.marker == i;
        const QColor color = chosen || hovered ? p.colors.chosen : p.colors.marker;
        QColor line = color;
        line.setAlphaF(0.5F);
        painter.setPen(QPen(line, 1, Qt::DashLine));
        painter.drawLine(QPointF(x, l.stripTop()), QPointF(x, l.size.height()));
        const double top = l.markerTop() + 2, bottom = l.stripTop() - 2;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(p.colors.edge, 1));
        painter.setBrush(color);
        painter.drawPolygon(QPolygonF(
            {{x - 5, top}, {x + 5, top}, {x + 5, bottom - 5}, {x, bottom}, {x - 5, bottom - 5}}));
        painter.setRenderHint(QPainter::Antialiasing, false);
        const double next =
            i + 1 < std::ssize(p.markers) ? l.frameX(p.markers[i + 1].frame) - 8 : l.size.width();
        const int room = static_cast<int>(next - x - 12);
        if (room < 12 || x < l.nameWidth - room) continue;
        painter.setPen(p.colors.text);
        painter.drawText(
            QRectF(x + 9, l.markerTop(), room, l.markerHeight), Qt::AlignVCenter,
            metrics.elidedText(QString::fromStdString(marker.name), Qt::ElideMiddle, room));
    }
}

/// Small marks above the bars at pops in the capture and limbs inside boxes: visible if looked for,
/// but not shown as problems.
void paintNotes(QPainter& painter, const TimePicture& p, int from, int to)
{
    const TimeLayout& l = p.layout;
    const QColor color = mixed(p.colors.ground, p.colors.text, 0.6);
    const auto last = p.faults->upper_bound(to);
    for (auto at = p.faults->lower_bound(from); at != last; ++at) {
        if (!at->second.isNote() || at->second.isProblem()) continue;
        const double middle = std::round(l.frameX(at->first));
        painter.fillRect(QRectF(middle - 1, l.stripTop() + 1, 2, l.stripHeight * 0.35), color);
    }
}

}  // namespace

void paintHeader(QPainter& painter, const TimePicture& p, PatternCache& patterns, qreal ratio)
{
    const TimeLayout& l = p.layout;
    painter.fillRect(QRect(l.nameWidth, 0, l.size.width() - l.nameWidth, l.contentTop()),
                     p.colors.names);
    paintRuler(painter, p);
    paintRange(painter, p);
    paintMarkers(painter, p);
    paintStrip(painter, p, patterns, ratio);
}

/// A bar for each run of frames with the same status: low for reached, middle height with diagonal
/// stripes for eased or limited, full height with a cross pattern for missed, so that colour is
/// never the only sign. Frames not solved yet are dotted.
void paintStrip(QPainter& painter, const TimePicture& p, PatternCache& patterns, qreal ratio)
{
    const TimeLayout& l = p.layout;
    const double top = l.stripTop() + 1, height = l.stripHeight - 2;
    painter.fillRect(QRectF(l.nameWidth, l.stripTop(), l.size.width() - l.nameWidth, l.stripHeight),
                     p.colors.ground);
    const double visibleFrom = std::floor(l.frameAt(l.nameWidth));
    const double visibleTo = std::ceil(l.frameAt(l.size.width()));
    const int from = static_cast<int>(std::max(visibleFrom, std::ceil(p.start)));
    const int to = static_cast<int>(std::min(visibleTo, std::floor(p.end)));
    constexpr int kUnknown = -1;
    const auto look = [&](int frame) {
        const auto known = p.strip.find(frame);
        if (known == p.strip.end()) return kUnknown;
        if (p.faults)
            if (const auto fault = p.faults->find(frame);
                fault != p.faults->end() && fault->second.isProblem())
                return static_cast<int>(Mood::Bad);
        return static_cast<int>(moodOf(known->second));
    };
    // A bar narrower than a pixel shows the worst frame that it covers.
    const int per = std::max(1, static_cast<int>(std::ceil(1 / l.axis.pixelsPerFrame)));
    const auto worstOf = [&](int frame) {
        int worst = look(frame);
        for (int f = frame + 1; f < frame + per && f <= to; ++f) worst = std::max(worst, look(f));
        return worst;
    };
    const auto bar = [&](int first, int last, int what) {
        // Half a frame to each side, but not beyond the range.
        const double x0 = l.frameX(std::max(first - 0.5, p.start)),
                     x1 = l.frameX(std::min(last + 0.5, p.end));
        QRectF rect(x0, top, std::max(1.0, x1 - x0), height);
        if (what == kUnknown) {
            patterns.fill(painter, rect, Pattern::Dots, p.colors.tick, ratio);
            return;
        }
        const Mood mood = static_cast<Mood>(what);
        const QColor color = p.colors.strip(mood);
        switch (mood) {
        case Mood::Quiet: rect.setTop(rect.bottom() - 2); break;
        case Mood::Good: rect.setTop(rect.bottom() - height * 0.4); break;
        case Mood::Eased: rect.setTop(rect.bottom() - height * 0.75); break;
        case Mood::Bad: break;
        }
        painter.fillRect(rect, color);
        QColor stroke = p.colors.edge;
        stroke.setAlphaF(0.55F);
        if (mood == Mood::Eased) patterns.fill(painter, rect, Pattern::Slants, stroke, ratio);
        if (mood == Mood::Bad) patterns.fill(painter, rect, Pattern::Crosses, stroke, ratio);
    };
    int first = from;
    int what = from <= to ? worstOf(from) : kUnknown;
    for (int frame = from + per; frame <= to + per; frame += per) {
        const int next = frame <= to ? worstOf(frame) : -2;
        if (next == what) continue;
        bar(first, std::min(frame - 1, to), what);
        first = frame;
        what = next;
    }
    if (p.faults && from <= to) paintNotes(painter, p, from, to);
}

}  // namespace posewright::ui
